/**
 * Blinding spreads to everything that reads a blinded item. The compiled catalogue says of every item whether it is
 * blinded, declared or inherited, so that nothing else has to follow dependencies.
 */
import type { Catalogue, CatalogueItem, ItemReader } from '../../schemas/compile/catalogue.types.ts';
import { type CaseContent, filterItems } from '../case/caseContent.ts';
import { nameTable } from '../../schemas/compile/nameTable.ts';
import { itemReaders } from './itemReaders.ts';

/** The catalogue with inherited blinding. It is the same object if no item inherits any. */
export function inheritBlinding(catalogue: Catalogue): Catalogue {
  const declared = Object.values(catalogue.items).flatMap(({ itemId, blinded }) => (blinded ? itemId : []));
  const inherited = readersFrom(catalogue, declared);
  if (inherited.size === 0) return catalogue;
  const withBlinding = (item: CatalogueItem): CatalogueItem => {
    const blindedBy = inherited.get(item.itemId);
    return blindedBy ? { ...item, blinded: true, blindedBy } : item;
  };
  return {
    ...catalogue,
    items: nameTable(Object.values(catalogue.items).map((item) => [item.itemId, withBlinding(item)])),
  };
}

/** The other items that read these, directly or through others, with what makes them do so. */
export function readersFrom(
  catalogue: Catalogue,
  itemIds: readonly string[],
): ReadonlyMap<string, ItemReader[]> {
  const found = new Map<string, ItemReader[]>();
  if (itemIds.length === 0) return found;
  const readersOf = itemReaders(catalogue);
  const reached = new Set(itemIds);
  // a set walks over what is added to it meanwhile
  for (const itemId of reached)
    for (const reader of readersOf.get(itemId) ?? []) {
      if (!reached.has(reader.itemId)) found.set(reader.itemId, []);
      found.get(reader.itemId)?.push({ reads: itemId, by: reader.by });
      reached.add(reader.itemId);
    }
  return found;
}

/** The content without the values of blinded items. */
export const withoutBlinded = ({ items }: Catalogue, content: CaseContent): CaseContent =>
  filterItems(content, (itemId) => !items[itemId]?.blinded);

/** The items with a role that are blinded: as text, by which it is seen whether another set of them is. */
export const blindedRoles = ({ roles, items }: Catalogue): string =>
  Object.values(roles)
    .filter((itemId) => items[itemId]?.blinded)
    .toSorted()
    .join(' ');

/** Whether any of the items is blinded. */
export const readsBlinded = ({ items }: Catalogue, itemIds: Iterable<string>): boolean =>
  [...itemIds].some((itemId) => items[itemId]?.blinded ?? false);
