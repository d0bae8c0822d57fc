/** The one query of all lists: which rows there are, how many, and their cells. */
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../storage/database.ts';
import { holdsFolded } from '../storage/foldedSql.ts';
import { withCountedTexts } from './countedTexts.ts';
import { chosenCodes, columnPasses, countOf, containedText, sumOf } from './filterSql.ts';
import { countItemPasses, itemPasses } from './itemFilter.ts';
import type { ListColumn } from './listColumns.ts';
import { isPlain, soleFilter, type ListPlan } from './listPlan.ts';
import { resolve, tablesFor, type ListSource, type SourceColumn } from './listSource.ts';

/** as text */
export type RowKey = string;

function conditionOf({
  source,
  reading,
  filters,
  presetFilter,
  narrowing,
  words,
  deleted,
  catalogue,
  candidates,
}: ListPlan): RawBuilder<boolean> {
  const conditions = [
    source.scope(reading),
    ...(candidates ? [candidates] : []),
    ...(presetFilter ? [presetFilter] : []),
    ...(narrowing ? [narrowing] : []),
    ...stateOf(source, deleted),
    ...(words.length > 0 && source.search ? [source.search(words, reading)] : []),
    ...filters.map(({ column, entries, hasListValues }) =>
      column.item && source.caseAlias !== undefined
        ? itemPasses(column.item, entries, { catalogue, alias: source.caseAlias, hasListValues })
        : columnPasses(column, entries, reading),
    ),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function stateOf({ deleted, notDeleted }: ListSource, requested: boolean | null): RawBuilder<boolean>[] {
  if (requested === null || !deleted) return [];
  return [requested ? deleted : (notDeleted ?? sql<boolean>`not (${deleted})`)];
}

/** Raises the sort memory of the transaction, so that keys of a million rows are sorted without temporary files. */
export const allowListMemory = (trx: Trx) => sql`set local work_mem = '64MB'`.execute(trx);

/**
 * Lets the transaction count in memory. Where the database has no statistics, as of an expression, it expects few rows, or
 * each row to be a group of its own, and would sort them.
 */
export async function allowCounting(trx: Trx): Promise<void> {
  await allowListMemory(trx);
  await sql`set local enable_sort = off`.execute(trx);
}

/** Adds the rows that indexes find for the texts of the filters and the search, and the total if they give it. */
export async function withCandidates(trx: Trx, query: ListPlan): Promise<ListPlan> {
  const plan = await withCountedTexts(trx, query);
  const { source, words, filters } = plan;
  const contained = filters.flatMap(({ column, entries }) =>
    column.source?.inSearch ? (containedText(entries) ?? []) : [],
  );
  const texts = [...words, ...contained];
  return texts.length === 0
    ? plan
    : { ...plan, candidates: (await source.fastPaths?.candidates?.(trx, texts)) ?? null };
}

/** A way to count the rows of a plan; null if the plan does not allow it. */
type CountStrategy = (trx: Trx, plan: ListPlan) => Promise<number> | null;

/** For a text filter whose texts are counted. */
const knownTotal: CountStrategy = (_trx, { total }) => (total === null ? null : Promise.resolve(total));

/** For a single filter on codes of a column that counts them itself. */
const countCodes: CountStrategy = (trx, plan) => {
  const filter = soleFilter(plan);
  const codes = filter && chosenCodes(filter.entries);
  return (codes && filter.column.source?.countCodes?.(trx, codes, plan.reading)) ?? null;
};

/** For a single filter on an item: counts the stored list values that pass. */
const countItemValues: CountStrategy = (trx, plan) => {
  const filter = soleFilter(plan);
  if (!filter?.hasListValues || !filter.column.item) return null;
  return countItemPasses(trx, plan.reading.user.sponsorKey, filter.column.item, filter.entries);
};

/** For filters on columns with maintained totals: sums the totals. */
const sumPreCounted: CountStrategy = (trx, plan) => {
  const { source, filters } = plan;
  const totals = source.fastPaths?.preCounted;
  if (!isPlain(plan) || !filters.every(({ column }) => column.source?.preCounted)) return null;
  if (!totals) return null;
  return sumOf(trx, totals.cases, sql`${totals.from} where ${conditionOf(plan)}`);
};

const countScan = (trx: Trx, plan: ListPlan): Promise<number> => countWhere(trx, plan, conditionOf(plan));

/** Counts the rows of a plan by the first strategy that allows it. */
export const countRows = (trx: Trx, plan: ListPlan): Promise<number> =>
  knownTotal(trx, plan) ??
  countCodes(trx, plan) ??
  countItemValues(trx, plan) ??
  sumPreCounted(trx, plan) ??
  countScan(trx, plan);

export interface Slice {
  offset: number;
  /** null: all following rows */
  limit: number | null;
}

/** Rows of a list that are read by a query of their own, in an order of their own. */
interface Part {
  where: RawBuilder<boolean>;
  orderBy: RawBuilder<unknown>;
}

/**
 * The keys of a slice of the list, in its order. With `total`, a slice behind the middle is read from the end, if every
 * row has a sort key. Rows without one come last in either direction: they are read by a query of their own, so that one
 * index serves both directions.
 */
export async function keysOf(trx: Trx, plan: ListPlan, slice: Slice, total = 0): Promise<RowKey[]> {
  const { source, reading, order } = plan;
  const { offset, limit } = slice;
  const condition = conditionOf(plan);
  const newest = sql`${source.key} desc`;
  const column = order?.column.source;
  if (!order || !column) return keysWhere(trx, plan, { where: condition, orderBy: newest }, slice);
  const { direction } = order;
  if (column.ranks) return keysOfParts(trx, plan, rankedParts(column.ranks(reading), plan, direction), slice);
  const by = column.order ?? sql`(${resolve(column.value, reading)})`;
  const orderedBy = (one: 'asc' | 'desc') => sql`${by} ${sql.raw(one)}, ${source.key} ${sql.raw(one)}`;
  const ordered = orderedBy(direction);
  if (column.notNull) {
    const after = total - offset;
    if (limit === null || after >= offset)
      return keysWhere(trx, plan, { where: condition, orderBy: ordered }, slice);
    const backwards = orderedBy(direction === 'asc' ? 'desc' : 'asc');
    const fromEnd = { offset: Math.max(0, after - limit), limit: Math.max(0, Math.min(limit, after)) };
    return (await keysWhere(trx, plan, { where: condition, orderBy: backwards }, fromEnd)).toReversed();
  }
  const parts = [
    { where: sql<boolean>`${condition} and ${by} is not null`, orderBy: ordered },
    { where: sql<boolean>`${condition} and ${by} is null`, orderBy: newest },
  ];
  return keysOfParts(trx, plan, parts, slice);
}

/** First rank first, or the exact reverse. */
function rankedParts(
  { rows, within }: ReturnType<NonNullable<SourceColumn['ranks']>>,
  plan: ListPlan,
  direction: 'asc' | 'desc',
): Part[] {
  const condition = conditionOf(plan);
  const terms = [...(within ? [within] : []), plan.source.key].map(
    (term) => sql`${term} ${sql.raw(direction)}`,
  );
  const parts = rows.map((rank) => ({
    where: sql<boolean>`${condition} and ${rank}`,
    orderBy: sql.join(terms),
  }));
  return direction === 'asc' ? parts : parts.toReversed();
}

/** A slice of rows that are read part by part, until it is full. */
async function keysOfParts(
  trx: Trx,
  plan: ListPlan,
  parts: readonly Part[],
  { offset, limit }: Slice,
): Promise<RowKey[]> {
  const found: RowKey[] = [];
  let skipped = offset;
  for (const [at, part] of parts.entries()) {
    const left = limit === null ? null : limit - found.length;
    if (left === 0) break;
    const keys = await keysWhere(trx, plan, part, { offset: skipped, limit: left });
    found.push(...keys);
    if (keys.length > 0) skipped = 0;
    else if (skipped > 0 && at < parts.length - 1)
      skipped = Math.max(0, skipped - (await countWhere(trx, plan, part.where)));
  }
  return found;
}

/** Reads one array instead of rows: a list of a million keys takes a moment. */
async function keysWhere(
  trx: Trx,
  plan: ListPlan,
  { where, orderBy }: Part,
  { offset, limit }: Slice,
): Promise<RowKey[]> {
  // cast outside of the subquery, so that skipped rows are not converted
  const { key } = plan.source;
  const from = tablesFor(trx, plan, sql`${key} ${where} ${orderBy}`);
  const { rows } = await sql<{ keys: RowKey[] }>`
    select array(select key::text from (select ${key} as key from ${from}
      where ${where} order by ${orderBy} offset ${offset} limit ${limit}) part) as keys`.execute(trx);
  return rows[0]?.keys ?? [];
}

const countWhere = (trx: Trx, plan: ListPlan, where: RawBuilder<unknown>): Promise<number> =>
  countOf(trx, sql`${tablesFor(trx, plan, where)} where ${where}`);

export type Cell = string | number | boolean | Date | string[] | null;

export interface FoundRow {
  key: RowKey;
  /** text of the naming column of the source */
  name: string;
  deleted: boolean;
  /** null: the list has no items of cases */
  caseKey: number | null;
  /** names of what the reader may do with it; null: the source has none */
  may: string[] | null;
  /** by the names of `open.values` */
  link: Record<string, string | number | null>;
  /** in the order of the requested columns; null for items and loaded cells */
  cells: Cell[];
}

/** The cells of the rows, in the order of the keys; leaves out rows deleted in the meantime. */
export async function rowsOf(
  trx: Trx,
  plan: ListPlan,
  columns: readonly ListColumn[],
  keys: readonly RowKey[],
): Promise<FoundRow[]> {
  if (keys.length === 0) return [];
  const { source, reading } = plan;
  const { key, deleted = sql`false`, caseAlias, open } = source;
  const named = source.columns[source.name];
  const cells = columns.map(({ source: own }) =>
    own && !own.loadCells ? sql`${resolve(own.value, reading)}` : sql`null`,
  );
  const linkValues = Object.entries(open?.values ?? {});
  const allowed = Object.entries(source.may ?? {});
  const selected = [
    sql`${key}::text as key`,
    sql`${named ? resolve(named.value, reading) : key}::text as name`,
    sql`${deleted} as deleted`,
    sql`${caseAlias === undefined ? sql`null` : sql.ref(`${caseAlias}.case_key`)} as case_key`,
    ...linkValues.map(([, value], index) => sql`${value} as ${sql.id(`link${index}`)}`),
    ...allowed.map(([, may], index) => sql`${may(reading)} as ${sql.id(`may${index}`)}`),
    ...cells.map((cell, index) => sql`${cell} as ${sql.id(`cell${index}`)}`),
  ];
  const what = sql.join(selected);
  const where = sql.join(
    [
      source.scope(reading),
      ...(source.hasKeyIn ? [source.hasKeyIn(keys)] : []),
      sql`${key} = any(${[...keys]})`,
    ],
    sql` and `,
  );
  const { rows } = await sql<Record<string, unknown>>`
    select ${what} from ${tablesFor(trx, plan, sql`${what} ${where}`)} where ${where}`.execute(trx);
  // removed from the answer, which the driver references until the next full garbage collection
  const byKey = new Map(rows.splice(0).map((row) => [row['key'], row]));
  const cellNames = columns.map((_, index) => `cell${index}`);
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
          linkValues.map(([name], index) => [name, row[`link${index}`] as string | number | null]),
        ),
        may: source.may
          ? allowed.flatMap(([name], index) => (row[`may${index}`] === true ? [name] : []))
          : null,
        cells: cellNames.map((name) => row[name] as Cell),
      },
    ];
  });
}

/** Values that occur in the list and hold the text (folded), in their order; one more than the limit where there are more. */
export async function valuesOf(
  trx: Trx,
  plan: ListPlan,
  { source }: ListColumn,
  text: string,
  limit: number,
): Promise<string[]> {
  if (!source) return [];
  const value = sql<string>`(${resolve(source.value, plan.reading)})::text`;
  const found = text === '' ? sql`true` : (source.contains?.(text, plan.reading) ?? holdsFolded(value, text));
  const where = sql`${conditionOf(plan)} and ${value} <> '' and ${found}`;
  const { rows } = await sql<{ value: string }>`
    select distinct ${value} as value from ${tablesFor(trx, plan, sql`${value} ${where}`)}
    where ${where} order by 1 limit ${limit + 1}`.execute(trx);
  return rows.map((row) => row.value);
}
