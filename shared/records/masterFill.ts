/** What a record of case info fills into a case, and how the case differs from a newer version of it. Pure. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemSelection } from '../../schemas/compile/selections.ts';
import { differs, EMPTY_VALUE, isEmpty, type ItemValue } from '../case/itemValue.ts';
import { provenanceText, type MasterProvenance } from '../provenance/provenance.ts';

/** Values of a record by its items; those of rows are left out. */
export type MasterValues = Readonly<Record<string, ItemValue>>;

/** A record that was chosen. */
export interface ChosenMaster {
  name: string;
  values: MasterValues;
  /** null: what is filled does not remember the record */
  provenance: MasterProvenance | null;
}

/** An item that is filled. */
export interface FilledItem {
  itemId: string;
  value: ItemValue;
}

type Items = Readonly<Record<string, CatalogueItem>>;

/**
 * The items that a record fills, in the order of the selection. What the record does not have is emptied, so that nothing
 * of another record stays beside it. Items that the region leaves out are not filled.
 */
export const masterFill = (
  items: Items,
  { fills }: ItemSelection,
  { values, provenance }: Pick<ChosenMaster, 'values' | 'provenance'>,
): FilledItem[] =>
  Object.entries(fills).flatMap(([itemId, column]) => {
    const item = items[itemId];
    return item ? [{ itemId, value: valueFor(item, values[column], provenance) }] : [];
  });

function valueFor(
  item: CatalogueItem,
  { value, nullFlavor, notation, properties }: ItemValue = EMPTY_VALUE,
  provenance: MasterProvenance | null,
): ItemValue {
  if (nullFlavor !== null)
    return { ...EMPTY_VALUE, nullFlavor: item.nullFlavors.includes(nullFlavor) ? nullFlavor : null };
  return {
    value,
    nullFlavor: null,
    notation: item.notation ? notation : null,
    // properties belong to a value
    properties:
      provenance && value !== null ? { ...properties, provenance: provenanceText(provenance) } : null,
  };
}

/** An item whose content a choice would replace. */
export interface OverwrittenItem extends FilledItem {
  before: ItemValue;
}

/** Of the filled items those that have other content now. */
export const overwrittenBy = (
  filled: readonly FilledItem[],
  current: (itemId: string) => ItemValue,
): OverwrittenItem[] =>
  filled
    .map((one) => ({ ...one, before: current(one.itemId) }))
    .filter(({ before, value }) => !isEmpty(before) && contentDiffers(before, value));

/** A record was changed since it filled the items: one of them. */
export interface MasterDifference {
  itemId: string;
  inCase: ItemValue;
  /** what the record filled in */
  earlier: ItemValue;
  /** what it would fill in now */
  now: ItemValue;
}

/**
 * The items for which the record has other content than the version that filled them, and the case does not have the new
 * content. Empty after all of it was taken.
 */
export function masterDifference(
  items: Items,
  selection: ItemSelection,
  current: (itemId: string) => ItemValue,
  versions: {
    earlier: Pick<ChosenMaster, 'values' | 'provenance'>;
    now: Pick<ChosenMaster, 'values' | 'provenance'>;
  },
): MasterDifference[] {
  const filledBefore = new Map(
    masterFill(items, selection, versions.earlier).map((one) => [one.itemId, one.value]),
  );
  return masterFill(items, selection, versions.now)
    .map(({ itemId, value }) => ({
      itemId,
      inCase: current(itemId),
      earlier: filledBefore.get(itemId) ?? EMPTY_VALUE,
      now: value,
    }))
    .filter((one) => contentDiffers(one.earlier, one.now) && contentDiffers(one.inCase, one.now));
}

/** Where content came from is not part of it. */
const contentDiffers = (a: ItemValue, b: ItemValue): boolean =>
  differs({ ...a, properties: null }, { ...b, properties: null });
