/** How a case differs from a newer version of a record that filled it. Pure. */
import { columnsFor, type ItemSelection } from '../../schemas/compile/selections.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../case/itemValue.ts';
import { masterProvenance, type MasterProvenance } from '../provenance/provenance.ts';
import {
  contentDiffers,
  ownFill,
  placesFor,
  recordsOf,
  rowFills,
  rowValues,
  sourceOf,
  type FillCatalogue,
  type EachFill,
  type FilledItem,
  type FillTarget,
  type GroupFill,
  type MasterContent,
  type MasterRow,
  type MasterSource,
  type RowPlace,
  type SingleFill,
} from './masterFill.ts';

/** A record was changed since it filled the items: one of them. */
export interface MasterDifference {
  itemId: string;
  /** default: in the rows of the item that offers the selection */
  place?: RowPlace;
  /** the record does not have the row any more */
  isRemoval?: boolean;
  inCase: ItemValue;
  /** what the record filled in */
  earlier: ItemValue;
  /** what it would fill in now */
  now: ItemValue;
}

export interface MasterVersions {
  /** the version that filled the case */
  earlier: MasterSource;
  now: MasterSource;
}

/**
 * The items for which the record has other content than the version that filled them, and the case does not have the new
 * content; and the rows that the record has got, or lost, since. Empty after all of it was taken.
 */
export function masterDifference(
  catalogue: FillCatalogue,
  selection: ItemSelection,
  target: FillTarget,
  versions: MasterVersions,
): MasterDifference[] {
  const [before, now] = [versions.earlier, versions.now].map((version) =>
    ownFill(catalogue, selection, version),
  );
  const { single, repeated, each } = rowFills(catalogue, selection);
  return [
    ...differences(target, before ?? [], now ?? []),
    ...single.flatMap((fill) => rowDifference(catalogue, fill, target, versions)),
    ...repeated.flatMap((fill) => rowsDifference(catalogue, fill, target, versions)),
    ...each.flatMap((fill) => eachDifference(catalogue, fill, target, versions)),
  ];
}

function differences(
  target: FillTarget,
  before: readonly FilledItem[],
  now: readonly FilledItem[],
  place?: RowPlace,
): MasterDifference[] {
  const filledBefore = new Map(before.map(({ itemId, value }) => [itemId, value]));
  return now
    .map(({ itemId, value }) => ({
      itemId,
      ...(place && { place }),
      inCase: place && !place.row ? EMPTY_VALUE : target.get(itemId, place?.row ?? null),
      earlier: filledBefore.get(itemId) ?? EMPTY_VALUE,
      now: value,
    }))
    .filter((one) => contentDiffers(one.earlier, one.now) && contentDiffers(one.inCase, one.now));
}

const rowOf = ({ rows }: MasterContent, from: string, rowNo: number | undefined): MasterRow | undefined =>
  rows[from]?.find((row) => row.rowNo === rowNo);

/** Of the one row that filled the items themselves. */
function rowDifference(
  catalogue: FillCatalogue,
  fill: SingleFill,
  target: FillTarget,
  { earlier, now }: MasterVersions,
): MasterDifference[] {
  const rowNo = sourceOf(fill, now, target, null);
  if (rowNo === undefined) return [];
  return differences(
    target,
    rowValues(catalogue, fill, rowOf(earlier, fill.from, rowNo), earlier),
    rowValues(catalogue, fill, rowOf(now, fill.from, rowNo), now),
  );
}

function rowsDifference(
  catalogue: FillCatalogue,
  fill: GroupFill,
  target: FillTarget,
  { earlier, now }: MasterVersions,
): MasterDifference[] {
  const { from, group } = fill;
  const present = new Set<number>();
  const places = target.rows(group).map((row, at): RowPlace => ({ group, position: at + 1, row }));
  const ofRows = places.flatMap((place): MasterDifference[] => {
    const rowNo = sourceOf(fill, now, target, place.row);
    if (rowNo === undefined) return [];
    present.add(rowNo);
    const [then, current] = [rowOf(earlier, from, rowNo), rowOf(now, from, rowNo)];
    const before = rowValues(catalogue, fill, then, earlier);
    if (current) return differences(target, before, rowValues(catalogue, fill, current, now), place);
    const [first] = before;
    if (!first) return [];
    const inCase = target.get(first.itemId, place.row);
    const removal = { earlier: first.value, inCase, now: EMPTY_VALUE };
    return [{ itemId: first.itemId, place, isRemoval: true, ...removal }];
  });
  const gained = (now.rows[from] ?? []).filter(
    ({ rowNo }) => !present.has(rowNo) && !rowOf(earlier, from, rowNo),
  );
  // a row of null flavors alone could not remember where it came from
  const lasting = gained.filter(({ values }) =>
    Object.keys(fill.fills)
      .flatMap((itemId) => columnsFor(fill, itemId))
      .some((column) => (values[column]?.value ?? null) !== null),
  );
  const added = lasting.flatMap((row, at) =>
    differences(target, [], rowValues(catalogue, fill, row, now), {
      group,
      position: places.length + at + 1,
      row: null,
    }),
  );
  return [...ofRows, ...added.filter(({ now: value }) => !isEmpty(value))];
}

/** Of the record itself in the rows that it filled, and in empty ones if it had nothing for them then. */
function eachDifference(
  catalogue: FillCatalogue,
  fill: EachFill,
  target: FillTarget,
  { earlier, now }: MasterVersions,
): MasterDifference[] {
  const [before, after] = [ownFill(catalogue, fill, earlier), ownFill(catalogue, fill, now)];
  const hadNothing = before.every(({ value }) => isEmpty(value));
  return placesFor(fill, target)
    .filter(({ row }) => hadNothing || recordsOf(fill, target, row).length > 0)
    .flatMap((place) => differences(target, before, after, place));
}

/**
 * The record that filled the items of a selection, in the oldest version one of them is from. Values that were changed by
 * hand since have lost it; the others still have it.
 */
export function filledFrom(
  catalogue: FillCatalogue,
  selection: ItemSelection,
  target: FillTarget,
): MasterProvenance | undefined {
  const own = Object.keys(selection.fills).flatMap(
    (itemId) => masterProvenance(target.get(itemId, null).properties?.provenance) ?? [],
  );
  const { single, repeated, each } = rowFills(catalogue, selection);
  const inRows = [
    ...single.flatMap((fill) => recordsOf(fill, target, null)),
    ...[...repeated, ...each].flatMap((fill) =>
      target.rows(fill.group).flatMap((row) => recordsOf(fill, target, row)),
    ),
  ];
  const [oldest] = [...own, ...inRows]
    .filter(({ kind }) => kind === selection.master)
    .toSorted((one, other) => one.version - other.version);
  if (!oldest) return undefined;
  const { row: _, ...record } = oldest;
  return record;
}
