/** The one query of all lists: which rows there are, how many, and their cells. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../storage/database.ts';
import { columnPasses, countOf, heldText, holds, sumOf } from './filterSql.ts';
import { countItemPasses, itemPasses } from './itemFilter.ts';
import type { ListColumn } from './listColumns.ts';
import { at, type ListReading, type ListSource } from './listSource.ts';
import type { ColumnFilter, ListView } from './listView.ts';

export interface Wanted {
  source: ListSource;
  reading: ListReading;
  filters: readonly ColumnFilter[];
  /** in place of filters: what the call asks; null: nothing of its own */
  narrowed: RawBuilder<boolean> | null;
  order: ListView['order'];
  /** folded, all of which are to be found */
  words: readonly string[];
  /** null: both */
  deleted: boolean | null;
  /** items of filters are those of the whole catalogue */
  catalogue: Catalogue;
  /** rows an index has found already; null: it has not been asked, or they are many */
  few: RawBuilder<boolean> | null;
}

/** as text */
export type RowKey = string;

const fromOf = ({ source, reading }: Wanted): RawBuilder<unknown> => at(source.from, reading);

function conditionOf({
  source,
  reading,
  filters,
  narrowed,
  words,
  deleted,
  catalogue,
  few,
}: Wanted): RawBuilder<boolean> {
  const conditions = [
    source.always(reading),
    ...(few ? [few] : []),
    ...(narrowed ? [narrowed] : []),
    ...stateOf(source, deleted),
    ...(words.length > 0 && source.search ? [source.search(words, reading)] : []),
    ...filters.map(({ column, entries, kept }) =>
      column.item && source.caseAlias !== undefined
        ? itemPasses(column.item, entries, { catalogue, alias: source.caseAlias, kept })
        : columnPasses(column, entries, reading),
    ),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function stateOf({ deleted, kept }: ListSource, asked: boolean | null): RawBuilder<boolean>[] {
  if (asked === null || !deleted) return [];
  return [asked ? deleted : (kept ?? sql<boolean>`not (${deleted})`)];
}

/** Until the transaction ends: keys of a million rows are compared without going to the disk. */
export const allowListMemory = (trx: Trx) => sql`set local work_mem = '64MB'`.execute(trx);

/** The same, with what an index finds at once of the texts it is filtered and searched by. */
export async function withFew(trx: Trx, wanted: Wanted): Promise<Wanted> {
  const { source, words, filters } = wanted;
  const held = filters.flatMap(({ column, entries }) =>
    column.source?.searched ? (heldText(entries) ?? []) : [],
  );
  const texts = [...words, ...held];
  return texts.length === 0 ? wanted : { ...wanted, few: (await source.few?.(trx, texts)) ?? null };
}

/** All rows that pass. */
export function countRows(trx: Trx, wanted: Wanted): Promise<number> {
  const alone = itemAlone(wanted);
  if (alone) return countItemPasses(trx, wanted.reading.user.sponsorKey, alone.item, alone.entries);
  const counted = countedFor(wanted);
  if (!counted) return countWhere(trx, wanted, conditionOf(wanted));
  return sumOf(trx, counted.cases, sql`${counted.from} where ${conditionOf(wanted)}`);
}

/** What is counted already, where nothing is asked but what that tells. */
function countedFor({ source, reading, filters, narrowed, words, deleted }: Wanted): ListSource['counted'] {
  const plain = !narrowed && words.length === 0 && deleted === false;
  const isTold = plain && filters.every(({ column }) => column.source?.counted);
  return isTold && source.counted?.holds(reading) ? source.counted : undefined;
}

/** The only thing that is asked, where it is about an item whose kept values tell the cases that pass. */
function itemAlone({ source, reading, filters, narrowed, words, deleted }: Wanted) {
  const [only, another] = filters;
  if (!only?.kept || !only.column.item || another || narrowed || words.length > 0 || deleted !== false)
    return null;
  return source.allListed?.(reading) ? { item: only.column.item, entries: only.entries } : null;
}

export interface Slice {
  offset: number;
  /** null: all that follow */
  limit: number | null;
}

/**
 * The keys of a part of the list, in its order. With `total`, what lies behind the middle is counted from the end, where every
 * row has what the list is ordered by. Rows that have nothing where the list is ordered by come last in either
 * direction: they are asked for by themselves, so that one index gives both directions.
 */
export async function keysOf(
  trx: Trx,
  wanted: Wanted,
  { offset, limit }: Slice,
  total = 0,
): Promise<RowKey[]> {
  const { source, reading, order } = wanted;
  const condition = conditionOf(wanted);
  const keys = (where: RawBuilder<unknown>, orderBy: RawBuilder<unknown>, slice: Slice) =>
    keysWhere(trx, wanted, sql`where ${where} order by ${orderBy}`, slice);
  const newest = sql`${source.key} desc`;
  const column = order?.column.source;
  if (!order || !column) return keys(condition, newest, { offset, limit });
  const by = column.order ?? sql`(${at(column.value, reading)})`;
  const orderedBy = (direction: 'asc' | 'desc') =>
    sql`${by} ${sql.raw(direction)}, ${source.key} ${sql.raw(direction)}`;
  const ordered = orderedBy(order.direction);
  if (column.filled) {
    const after = total - offset;
    if (limit === null || after >= offset) return keys(condition, ordered, { offset, limit });
    const backwards = orderedBy(order.direction === 'asc' ? 'desc' : 'asc');
    const fromEnd = { offset: Math.max(0, after - limit), limit: Math.max(0, Math.min(limit, after)) };
    return (await keys(condition, backwards, fromEnd)).toReversed();
  }
  const filled = sql`${condition} and ${by} is not null`;
  const first = await keys(filled, ordered, { offset, limit });
  if (first.length === limit) return first;
  const before =
    first.length > 0 || offset === 0 ? offset + first.length : await countWhere(trx, wanted, filled);
  const rest = { offset: Math.max(0, offset - before), limit: limit === null ? null : limit - first.length };
  return [...first, ...(await keys(sql`${condition} and ${by} is null`, newest, rest))];
}

/** One array instead of rows: a list of a million keys is read in a moment. */
async function keysWhere(
  trx: Trx,
  wanted: Wanted,
  rest: RawBuilder<unknown>,
  { offset, limit }: Slice,
): Promise<RowKey[]> {
  // keys become texts outside: rows that are skipped are not written out
  const { rows } = await sql<{ keys: RowKey[] }>`
    select array(select key::text from (select ${wanted.source.key} as key from ${fromOf(wanted)} ${rest}
      offset ${offset} limit ${limit}) part) as keys`.execute(trx);
  return rows[0]?.keys ?? [];
}

const countWhere = (trx: Trx, wanted: Wanted, where: RawBuilder<unknown>): Promise<number> =>
  countOf(trx, sql`${fromOf(wanted)} where ${where}`);

export type Cell = string | number | boolean | Date | string[] | null;

export interface FoundRow {
  key: RowKey;
  /** as the source names it */
  name: string;
  deleted: boolean;
  /** null: the list has no items of cases */
  caseKey: number | null;
  /** by the names of `linkValues` */
  link: Record<string, string | number | null>;
  /** in the order of the requested columns; null for items and loaded cells */
  cells: Cell[];
}

/** The cells of the rows, in the order of the keys; leaves out rows deleted in the meantime. */
export async function rowsOf(
  trx: Trx,
  wanted: Wanted,
  columns: readonly ListColumn[],
  keys: readonly RowKey[],
): Promise<FoundRow[]> {
  if (keys.length === 0) return [];
  const { source, reading } = wanted;
  const { key, deleted = sql`false`, caseAlias, linkValues = {} } = source;
  const named = source.columns[source.name];
  const cells = columns.map(({ source: own }) =>
    own && !own.told ? sql`${at(own.value, reading)}` : sql`null`,
  );
  const linkNames = Object.keys(linkValues);
  const selected = [
    sql`${key}::text as key`,
    sql`${named ? at(named.value, reading) : key}::text as name`,
    sql`${deleted} as deleted`,
    sql`${caseAlias === undefined ? sql`null` : sql.ref(`${caseAlias}.case_key`)} as case_key`,
    ...linkNames.map((name, nth) => sql`${linkValues[name]} as ${sql.id(`link${nth}`)}`),
    ...cells.map((cell, nth) => sql`${cell} as ${sql.id(`cell${nth}`)}`),
  ];
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(selected)} from ${fromOf(wanted)}
    where ${source.always(reading)} and ${key} = any(${[...keys]})`.execute(trx);
  // taken out of the answer: the driver holds on to that until all of the heap is tidied
  const byKey = new Map(rows.splice(0).map((row) => [row['key'], row]));
  const cellNames = columns.map((_, nth) => `cell${nth}`);
  return keys.flatMap((one): FoundRow[] => {
    const row = byKey.get(one);
    if (!row) return [];
    return [
      {
        key: one,
        name: (row['name'] as string | null) ?? one,
        deleted: row['deleted'] === true,
        caseKey: row['case_key'] as number | null,
        link: Object.fromEntries(
          linkNames.map((name, nth) => [name, row[`link${nth}`] as string | number | null]),
        ),
        cells: cellNames.map((name) => row[name] as Cell),
      },
    ];
  });
}

/** Values that occur in the list and hold the text (folded), in their order; one more than the limit where there are more. */
export async function valuesOf(
  trx: Trx,
  wanted: Wanted,
  { source }: ListColumn,
  text: string,
  limit: number,
): Promise<string[]> {
  if (!source) return [];
  const value = sql<string>`(${at(source.value, wanted.reading)})::text`;
  const found = text === '' ? sql`true` : (source.holds?.(text, wanted.reading) ?? holds(value, text));
  const { rows } = await sql<{ value: string }>`
    select distinct ${value} as value from ${fromOf(wanted)}
    where ${conditionOf(wanted)} and ${value} <> '' and ${found} order by 1 limit ${limit + 1}`.execute(trx);
  return rows.map((row) => row.value);
}
