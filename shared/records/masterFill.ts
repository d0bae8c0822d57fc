/** What a record of case info fills into a case. Pure. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import {
  columnsFor,
  type ColumnFill,
  type ItemSelection,
  type RowFill,
} from '../../schemas/compile/selections.ts';
import type { UserItemRights } from '../access/userItemRights.ts';
import { seesItem } from '../blinding/sight.ts';
import type { CaseRow } from '../case/caseContent.ts';
import { differs, EMPTY_VALUE, isEmpty, type ItemValue } from '../case/itemValue.ts';
import { masterProvenance, provenanceText, type MasterProvenance } from '../provenance/provenance.ts';

/** Values of a record, or of a row of it, by its items. */
export type MasterValues = Readonly<Record<string, ItemValue>>;

/** A row of a record. */
export interface MasterRow {
  /** its identity in all versions of the record */
  rowNo: number;
  values: MasterValues;
}

/** What a version of a record has. */
export interface MasterContent {
  /** outside of rows */
  values: MasterValues;
  /** by group, in display order */
  rows: Readonly<Record<string, readonly MasterRow[]>>;
}

/** A record that was chosen. */
export interface ChosenMaster extends MasterContent {
  name: string;
  /** null: what is filled does not remember the record */
  provenance: MasterProvenance | null;
}

/** What fills: the content of a record and where that came from. */
export type MasterSource = Pick<ChosenMaster, 'values' | 'rows' | 'provenance'>;

/** A row of a group within the rows of the item that offers the selection. */
export interface RowPlace {
  group: string;
  /** among the rows of the group, from 1; those that are added follow */
  position: number;
  /** null: it is added */
  row: CaseRow | null;
}

/** An item that is filled. */
export interface FilledItem {
  itemId: string;
  value: ItemValue;
  /** default: in the rows of the item that offers the selection */
  place?: RowPlace;
}

/** What choosing a record does to the case. */
export interface MasterFill {
  filled: readonly FilledItem[];
  /** rows that the record does not have */
  deleted: readonly RowPlace[];
}

/** The part of a case that a selection fills. */
export interface FillTarget {
  get(itemId: string, row: CaseRow | null): ItemValue;
  /** in display order, without deleted ones */
  rows(group: string): readonly CaseRow[];
}

/** The items of the case's region, and the kinds of records. */
export type FillCatalogue = Pick<Catalogue, 'items' | 'records'>;

/**
 * Everything that a record fills. What the record does not have is emptied, and rows of another record are deleted, so that
 * nothing of that stays beside it. Items that the region leaves out, or codes with another dictionary, are not filled.
 */
export function masterFill(
  catalogue: FillCatalogue,
  selection: ItemSelection,
  master: MasterSource,
  target: FillTarget,
): MasterFill {
  const { single, repeated: groups, each } = rowFills(catalogue, selection);
  const repeated = groups.map((fill) => rowsFill(catalogue, fill, master, target));
  return {
    filled: [
      ...ownFill(catalogue, selection, master),
      ...single.flatMap((fill) => rowValues(catalogue, fill, selectedRow(fill, master, target), master)),
      ...repeated.flatMap(({ filled }) => filled),
      ...each.flatMap((fill) => eachRowFill(catalogue, fill, master, target)),
    ],
    deleted: repeated.flatMap(({ deleted }) => deleted),
  };
}

/** A fill with the kind of its record. */
type RecordFill = ColumnFill & Pick<ItemSelection, 'master'>;
/** One row of the record fills the item's own rows. */
export type SingleFill = RowFill & RecordFill & { from: string };
/** The rows of the record become those of a group. */
export type GroupFill = SingleFill & { group: string };
/** The record fills each row of a group. */
export type EachFill = RecordFill & { group: string };

/** The fills of a selection by rows of which the region has items. */
export function rowFills(
  { items }: FillCatalogue,
  { master, rows = [] }: ItemSelection,
): { single: SingleFill[]; repeated: GroupFill[]; each: EachFill[] } {
  const fills: ReturnType<typeof rowFills> = { single: [], repeated: [], each: [] };
  for (const { from, group, ...fill } of rows) {
    if (!Object.keys(fill.fills).some((itemId) => items[itemId])) continue;
    if (from === undefined && group !== undefined) fills.each.push({ ...fill, master, group });
    else if (from !== undefined && group === undefined) fills.single.push({ ...fill, master, from });
    else if (from !== undefined && group !== undefined) fills.repeated.push({ ...fill, master, from, group });
  }
  return fills;
}

/** What a record fills outside of rows, or into each row of a group. */
export const ownFill = (
  catalogue: FillCatalogue,
  fill: RecordFill,
  { values, provenance }: Pick<MasterSource, 'values' | 'provenance'>,
): FilledItem[] => filledValues(catalogue, fill, values, provenance);

/** Whatever a record can fill, with all of its rows, wherever that is in the case and whatever the dictionary of a region. */
export function everyFill(
  { items }: FillCatalogue,
  selection: ItemSelection,
  { values, rows, provenance }: MasterSource,
): FilledItem[] {
  const all = (fill: ColumnFill, from: MasterValues, origin: MasterProvenance | null): FilledItem[] =>
    Object.keys(fill.fills).flatMap((itemId) => {
      const item = items[itemId];
      return columnsFor(fill, itemId).flatMap((column) =>
        item ? { itemId, value: valueFor(item, from[column], origin) } : [],
      );
    });
  return [
    ...all(selection, values, provenance),
    ...(selection.rows ?? []).flatMap((fill) =>
      fill.from === undefined
        ? all(fill, values, provenance)
        : (rows[fill.from] ?? []).flatMap((row) =>
            all(fill, row.values, provenance && { ...provenance, row: row.rowNo }),
          ),
    ),
  ];
}

/** What a row of the record fills; without a row all of it is emptied. */
export const rowValues = (
  catalogue: FillCatalogue,
  fill: SingleFill,
  row: MasterRow | undefined,
  { provenance }: Pick<MasterSource, 'provenance'>,
): FilledItem[] =>
  filledValues(
    catalogue,
    fill,
    row?.values ?? {},
    provenance && row ? { ...provenance, row: row.rowNo } : null,
  );

const filledValues = (
  catalogue: FillCatalogue,
  fill: RecordFill,
  values: MasterValues,
  provenance: MasterProvenance | null,
): FilledItem[] =>
  Object.keys(fill.fills).flatMap((itemId) => {
    const item = catalogue.items[itemId];
    const record = catalogue.records[fill.master]?.catalogue;
    const column =
      item && columnsFor(fill, itemId).find((name) => isOfDictionary(catalogue, item, record, name));
    return item && column !== undefined
      ? [{ itemId, value: valueFor(item, values[column], provenance) }]
      : [];
  });

/** A region may code an item with another dictionary, whose codes mean something else. */
function isOfDictionary(
  { items }: FillCatalogue,
  item: CatalogueItem,
  record: Pick<Catalogue, 'items'> | undefined,
  column: string,
): boolean {
  const source = record?.items[column];
  return !source || dictionaryOf(items, item) === dictionaryOf(record.items, source);
}

const dictionaryOf = (items: Catalogue['items'], { dictionary, versionOf }: CatalogueItem): string | null =>
  (versionOf ? items[versionOf]?.dictionary : dictionary) ?? null;

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

/** The row whose columns have the content of the items of `where`; a single one in any case. */
function selectedRow(
  { from, where = {} }: SingleFill,
  { rows }: MasterSource,
  target: FillTarget,
): MasterRow | undefined {
  const all = rows[from] ?? [];
  const conditions = Object.entries(where);
  const fits = ({ values }: MasterRow) =>
    conditions.every(([column, itemId]) => {
      const { value } = target.get(itemId, null);
      return value !== null && values[column]?.value === value;
    });
  return all.length === 1 ? all[0] : conditions.length > 0 ? all.find(fits) : undefined;
}

/**
 * The rows of the record find those of the case that they filled before, or whose content is the same; the others are
 * added. Rows that another record filled are deleted, and typed ones if the record has rows itself and they may not stay.
 */
function rowsFill(
  catalogue: FillCatalogue,
  fill: GroupFill,
  master: MasterSource,
  target: FillTarget,
): MasterFill {
  const { from, group, besideTyped = false } = fill;
  // a row may have nothing that the region takes
  const sources = (master.rows[from] ?? []).filter((row) =>
    rowValues(catalogue, fill, row, master).some(({ value }) => !isEmpty(value)),
  );
  const places = target.rows(group).map((row, at): RowPlace => ({ group, position: at + 1, row }));
  const left = new Set(places);
  const take = (found: RowPlace | undefined) => (found && left.delete(found) ? found : undefined);
  let added = places.length;
  const filled = sources.flatMap((source) => {
    const values = rowValues(catalogue, fill, source, master);
    const place = take([...left].find(({ row }) => sourceOf(fill, master, target, row) === source.rowNo)) ??
      take([...left].find(({ row }) => !isFilled(fill, target, row) && hasContent(values, target, row))) ?? {
        group,
        position: (added += 1),
        row: null,
      };
    return values.map((one) => ({ ...one, place }));
  });
  const deletesTyped = sources.length > 0 && !besideTyped;
  const deleted = [...left].filter(({ row }) => deletesTyped || isFilled(fill, target, row));
  return { filled, deleted };
}

/** Into each row whose items are empty or came from a record; without rows, into a first one. */
function eachRowFill(
  catalogue: FillCatalogue,
  fill: EachFill,
  master: MasterSource,
  target: FillTarget,
): FilledItem[] {
  const values = ownFill(catalogue, fill, master);
  const places = placesFor(fill, target);
  if (target.rows(fill.group).length === 0 && values.some(({ value }) => !isEmpty(value)))
    places.push({ group: fill.group, position: 1, row: null });
  return places.flatMap((place) => values.map((one) => ({ ...one, place })));
}

/** The rows of a group in which nobody has typed what the record fills. */
export const placesFor = (fill: EachFill, target: FillTarget): RowPlace[] =>
  target.rows(fill.group).flatMap((row, at) => {
    const isTyped = Object.keys(fill.fills).some((itemId) => {
      const current = target.get(itemId, row);
      return !isEmpty(current) && masterProvenance(current.properties?.provenance)?.kind !== fill.master;
    });
    return isTyped ? [] : [{ group: fill.group, position: at + 1, row }];
  });

/** The records that filled a row of the case. */
export const recordsOf = (
  { fills, master }: RecordFill,
  target: FillTarget,
  row: CaseRow | null,
): MasterProvenance[] =>
  Object.keys(fills)
    .flatMap((itemId) => masterProvenance(target.get(itemId, row).properties?.provenance) ?? [])
    .filter(({ kind }) => kind === master);

const isFilled = (fill: RecordFill, target: FillTarget, row: CaseRow | null): boolean =>
  recordsOf(fill, target, row).length > 0;

/** The number of the row of the record that filled a row of the case. */
export const sourceOf = (
  fill: SingleFill,
  { provenance }: Pick<MasterSource, 'provenance'>,
  target: FillTarget,
  row: CaseRow | null,
): number | undefined =>
  recordsOf(fill, target, row).find(({ recordKey }) => recordKey === provenance?.recordKey)?.row;

const hasContent = (values: readonly FilledItem[], target: FillTarget, row: CaseRow | null): boolean =>
  values.every(({ itemId, value }) => !contentDiffers(target.get(itemId, row), value));

/** An item whose content a choice would replace. */
export interface OverwrittenItem extends FilledItem {
  before: ItemValue;
}

/** Of what is filled or deleted the items that have other content now. */
export function overwrittenBy(
  { items }: Pick<FillCatalogue, 'items'>,
  { filled, deleted }: MasterFill,
  target: FillTarget,
): OverwrittenItem[] {
  const inDeleted = deleted.flatMap((place) =>
    Object.values(items)
      .filter(({ groups }) => groups.at(-1) === place.group)
      .map(({ itemId }): FilledItem => ({ itemId, value: EMPTY_VALUE, place })),
  );
  return [...filled, ...inDeleted]
    .map((one) => ({ ...one, before: currentOf(target, one) }))
    .filter(({ before, value }) => !isEmpty(before) && contentDiffers(before, value));
}

/**
 * The items of a fill that the user may not change; a save refuses them, and the others alone would stand beside what is of
 * another record. What a hidden item has is not known: it may be of the record that is replaced.
 */
export function lockedItems(
  catalogue: Catalogue,
  rights: UserItemRights,
  fill: MasterFill,
  target: FillTarget,
): string[] {
  const isReplaced = overwrittenBy(catalogue, fill, target).length > 0;
  const isLocked = (one: FilledItem): boolean =>
    seesItem(catalogue, rights, one.itemId)
      ? rights.readOnlyItems.includes(one.itemId) && contentDiffers(currentOf(target, one), one.value)
      : !isEmpty(one.value) || (isReplaced && one.place?.row !== null);
  return [...new Set(fill.filled.filter(isLocked).map(({ itemId }) => itemId))];
}

const currentOf = (target: FillTarget, { itemId, place }: FilledItem): ItemValue =>
  place && !place.row ? EMPTY_VALUE : target.get(itemId, place?.row ?? null);

/** Where content came from is not part of it. */
export const contentDiffers = (a: ItemValue, b: ItemValue): boolean =>
  differs({ ...a, properties: null }, { ...b, properties: null });
