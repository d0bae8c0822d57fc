/** The rows of a panel, counted: one query that groups the rows of its list. */
import { sql, type RawBuilder } from 'kysely';
import type { ListViewFilter } from '../../schemas/compile/lists.ts';
import { limitsOf } from '../../shared/access/scope.ts';
import type { MonitoringPeriod } from '../../shared/contract/monitoring.ts';
import {
  resolve,
  tablesFor,
  type ListSource,
  type OfReading,
  type SourceColumn,
} from '../lists/listSource.ts';
import type { Trx } from '../storage/database.ts';
import type { CountedRows } from './figuresOfCounts.ts';
import { allOf, columnOf, countedPass, rowsOfPanel, type OpenedPanel, type Value } from './panelRows.ts';

/**
 * The database counts rows by what is stored of them, and computes weeks, classes, differences of days and the conditions of
 * figures of these counts: the same day is that of many rows.
 */
export async function countRows(
  trx: Trx,
  opened: OpenedPanel,
  period: MonitoringPeriod,
): Promise<CountedRows[]> {
  const { panel, reading } = opened;
  const { source, rows: rowsOf } = countedSource(opened);
  const parts = openParts(opened);
  const pass = (filters: readonly ListViewFilter[]): RawBuilder<boolean> =>
    allOf(filters.map((filter) => countedPass(opened, filter, parts.valueOf(filter.column))));
  const { ofRows = [], ofCounts = [] } = Object.groupBy(panel.filters ?? [], ({ column }) =>
    isComputed(columnOf(opened, column).source) ? 'ofCounts' : 'ofRows',
  );
  const numbers = [...new Set(panel.measures.flatMap(({ column }) => column ?? []))];
  const outer = [
    ...panel.by.map((name, at) => sql`coalesce((${parts.valueOf(name)})::text, '') as ${sql.id(`g${at}`)}`),
    ...panel.measures.flatMap(({ filters }, at) =>
      filters ? [sql`${pass(filters)} as ${sql.id(`p${at}`)}`] : [],
    ),
    ...numbers.map((name, at) => sql`(${parts.valueOf(name)})::float8 as ${sql.id(`n${at}`)}`),
  ];
  const passes = pass(ofCounts);
  const named = sql.join(parts.named);
  const where = sql`${source.scope(reading)} and ${rowsOfPanel(opened, period, ofRows)}`;
  const places = sql.join(outer.map((_, at) => sql.lit(at + 1)));
  const { rows } = await sql<Record<string, string | number | boolean | null>>`
    select ${sql.join(outer)}, sum(counted.rows)::float8 as rows
    from (
      select ${named}, ${rowsOf} as rows
      from ${tablesFor(trx, { source, reading }, sql`${named} ${where}`)}
      where ${where}
      group by ${sql.join(parts.named.map((_, at) => sql.lit(at + 1)))}
    ) counted
    where ${passes}
    group by ${places}`.execute(trx);
  return rows.map((row) => ({
    groups: panel.by.map((_, at) => String(row[`g${at}`] ?? '')),
    passes: panel.measures.map((_, at) => row[`p${at}`] !== false),
    numbers: panel.measures.map(({ column }) =>
      column === undefined ? null : ((row[`n${numbers.indexOf(column)}`] ?? null) as number | null),
    ),
    rows: Number(row['rows']),
  }));
}

/** The list itself, or what was counted of it where that tells the same (`counted`). */
function countedSource({ panel, source, reading }: OpenedPanel): {
  source: ListSource;
  rows: RawBuilder<unknown>;
} {
  const { counted } = source;
  const columns = [
    ...panel.by,
    ...(panel.period === undefined ? [] : [panel.period]),
    ...[...(panel.filters ?? []), ...panel.measures.flatMap(({ filters = [] }) => filters)].map(
      ({ column }) => column,
    ),
    ...panel.measures.flatMap(({ column }) => column ?? []),
  ];
  return counted &&
    limitsOf(reading.user).length === 0 &&
    columns.every((column) => counted.columns.includes(column))
    ? { source: { ...source, from: counted.from }, rows: counted.rows }
    : { source, rows: sql`count(*)` };
}

/** A filter of it needs no look at each row; one that an index may answer (`oneOf`) is better asked of the rows. */
const isComputed = (source: SourceColumn | null): boolean =>
  source?.computedFrom !== undefined && source.oneOf === undefined;

type Part = OfReading<RawBuilder<unknown>>;

/** What the rows are counted by; a part that several columns are computed from is one. */
function openParts(opened: OpenedPanel) {
  const { reading } = opened;
  const names = new Map<Part, RawBuilder<never>>();
  const named: RawBuilder<unknown>[] = [];
  /** the part as the counted rows have it */
  const nameOf = (part: Part): RawBuilder<never> => {
    const known = names.get(part);
    if (known) return known;
    const id = `k${named.length}`;
    const name = sql<never>`${sql.ref(`counted.${id}`)}`;
    names.set(part, name);
    named.push(sql`${resolve(part, reading)} as ${sql.id(id)}`);
    return name;
  };
  const valueOf = (column: string): Value => {
    const { source } = columnOf(opened, column);
    if (!source) return sql<null>`null`;
    const { computedFrom, value } = source;
    return computedFrom ? computedFrom.value(computedFrom.parts.map(nameOf), reading) : nameOf(value);
  };
  return { named, valueOf };
}
