/** Why a change is not taken. Unlike findings, these would leave the record without a meaning. */
import type { CatalogueItem, Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';
import { valueFindings, type ValueWorld } from '../../shared/rules/valueFindings.ts';
import sentences from './refusals.json' with { type: 'json' };

export interface Refusal extends ItemAddress {
  ruleId: string;
  message: LocalizedText;
}

export type RefusalId = keyof typeof sentences;

export const refusal = ({ itemId, rowNo, rowNo2, rowNo3 }: ItemAddress, ruleId: RefusalId): Refusal => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
  ruleId,
  message: sentences[ruleId],
});

/** Findings of a value that prevent a save; all other findings may be stored and corrected later. */
const NOT_TAKEN = new Set([
  'value.withNullFlavor',
  'nullFlavor.notAllowed',
  'value.tooLong',
  'notation.tooLong',
  'date.malformed',
  'date.noSuchDay',
  'date.noSuchTime',
  'date.yearTooEarly',
  'boolean.malformed',
  'boolean.trueOnly',
]);

/** Why this may not be said of the item, whatever the region; none where it may. */
export function valueRefusals(
  catalogue: Catalogue,
  item: CatalogueItem,
  address: ItemAddress,
  itemValue: ItemValue,
  world: ValueWorld,
): Refusal[] {
  const { itemId, rowNo, rowNo2, rowNo3 } = address;
  const found = valueFindings(widest(catalogue, item), itemValue, world).filter(({ ruleId }) =>
    NOT_TAKEN.has(ruleId),
  );
  return [
    ...found.map(({ ruleId, message }) => ({ itemId, rowNo, rowNo2, rowNo3, ruleId, message })),
    ...(itemValue.notation && itemValue.nullFlavor ? [refusal(address, 'notation.withNullFlavor')] : []),
  ];
}

/** Characters of an item without a limit of its own: as many as the longest text of the standard. Pages, lists and reports show it whole. */
const MAX_TEXT = 100_000;

/** The item with the values that any region allows: a case is stored in full, whatever the region of the user. */
function widest({ overlays }: Catalogue, item: CatalogueItem): CatalogueItem {
  const others = Object.values(overlays).flatMap((items) => items[item.itemId] ?? []);
  const lengths = others.flatMap(({ maxLength }) => maxLength ?? []);
  return {
    ...item,
    nullFlavors: [
      ...new Set([...item.nullFlavors, ...others.flatMap(({ nullFlavors }) => nullFlavors ?? [])]),
    ],
    maxLength: item.maxLength === null ? MAX_TEXT : Math.max(item.maxLength, ...lengths),
  };
}
