/** The name of a changed item or row, with the rows around it. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type ItemAddress } from '../../shared/case/itemAddress.ts';
import { wordsIn } from '../catalogue/words.ts';
import type { Language } from '../i18n/index.ts';

/**
 * E.g. `Dosage 2: Batch or lot number`; a row (its group in place of the item) is `Dosage 2`, also where an item has the id
 * of its group.
 */
export function changeName(
  catalogue: Catalogue,
  address: ItemAddress,
  language: Language,
  isRow = false,
): string {
  const item = isRow ? undefined : catalogue.items[address.itemId];
  const group = catalogue.groups[address.itemId];
  const groups = item?.groups ?? group?.groups ?? [];
  const path = rowPathOf(address, groups.length);
  const rows = groups.flatMap((id, at) => {
    const inside = catalogue.groups[id];
    // the page itself shows which of its rows is open
    const isOwn = inside !== undefined && catalogue.pages[inside.page]?.group === id;
    return inside && (!isOwn || !item) ? [`${wordsIn(inside.rowLabel, language)} ${path[at] ?? 0}`] : [];
  });
  return (
    [rows.join(', '), item && wordsIn(item.label, language)].filter(Boolean).join(': ') || address.itemId
  );
}
