/** The rows of a panel, counted: one query that groups the rows of its list. */
import { sql, type RawBuilder } from 'kysely';
import type { MonitoringPeriod } from '../../shared/contract/monitoring.ts';
import { resolve, type OfReading } from '../lists/listSource.ts';
import type { Trx } from '../storage/database.ts';
import type { CountedRows } from './figuresOfCounts.ts';
import { columnOf, filtersOfMeasure, rowsOfPanel, type OpenedPanel } from './panelRows.ts';

/**
 * The database counts rows by what is stored of them, and computes weeks, classes and differences of days of these counts:
 * the same day is that of many rows.
 */
export async function countRows(
  trx: Trx,
  opened: OpenedPanel,
  period: MonitoringPeriod,
): Promise<CountedRows[]> {
  const { panel, source, reading } = opened;
  const parts = openParts(opened);
  const outer = [
    ...panel.by.map((name, at) => sql`coalesce((${parts.valueOf(name)})::text, '') as ${sql.id(`g${at}`)}`),
    ...panel.measures.map(
      (measure, at) =>
        sql`${measure.filters ? parts.nameOf(filtersOfMeasure(opened, measure)) : sql`true`} as ${sql.id(`p${at}`)}`,
    ),
    ...panel.measures.map(({ column }, at) => {
      const value = column === undefined ? sql`null` : parts.valueOf(column);
      return sql`(${value})::float8 as ${sql.id(`n${at}`)}`;
    }),
  ];
  const places = sql.join(outer.map((_, at) => sql.lit(at + 1)));
  const { rows } = await sql<Record<string, string | number | boolean | null>>`
    select ${sql.join(outer)}, sum(counted.rows)::float8 as rows
    from (
      select ${sql.join(parts.named)}, count(*) as rows
      from ${resolve(source.from, reading)}
      where ${source.scope(reading)} and ${rowsOfPanel(opened, period)}
      group by ${sql.join(parts.named.map((_, at) => sql.lit(at + 1)))}
    ) counted
    group by ${places}`.execute(trx);
  return rows.map((row) => ({
    groups: panel.by.map((_, at) => String(row[`g${at}`] ?? '')),
    passes: panel.measures.map((_, at) => row[`p${at}`] === true),
    numbers: panel.measures.map((_, at) => (row[`n${at}`] ?? null) as number | null),
    rows: Number(row['rows']),
  }));
}

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
  const valueOf = (column: string): RawBuilder<unknown> => {
    const { source } = columnOf(opened, column);
    if (!source) return sql`null`;
    const { computedFrom, value } = source;
    return computedFrom ? computedFrom.value(computedFrom.parts.map(nameOf), reading) : nameOf(value);
  };
  return { named, nameOf, valueOf };
}
