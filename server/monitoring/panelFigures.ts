/** The figures of a panel: one query that groups the rows of its list. */
import { sql } from 'kysely';
import type { MonitoringMeasure } from '../../schemas/compile/monitoring.ts';
import type { DataOf } from '../../shared/contract/call.ts';
import type { describeFigure, MonitoringPeriod, PanelFigures } from '../../shared/contract/monitoring.ts';
import { optionsOf } from '../lists/listRows.ts';
import { resolve } from '../lists/listSource.ts';
import type { Trx } from '../storage/database.ts';
import { columnOf, groupOf, rowsOfMeasure, rowsOfPanel, type OpenedPanel } from './panelRows.ts';

/** Groups that are shown; more are counted in the total only. */
const MAX_GROUPS = 500;

interface GroupRow {
  groups: string[];
  values: (number | null)[];
}

/** The groups in the order of their codes, or of their text; the totals are those of all groups. */
export async function figuresOf(
  trx: Trx,
  opened: OpenedPanel,
  period: MonitoringPeriod,
): Promise<PanelFigures> {
  const { panel, reading } = opened;
  const { language } = reading;
  const axes: Axis[] = [];
  for (const name of panel.by) axes.push(await axisOf(trx, opened, name));
  const [total, ...rows] = await readGroups(trx, opened, period);
  const place = ({ groups }: GroupRow): number[] => groups.map((group, at) => axes[at]?.placeOf(group) ?? 0);
  return {
    panel: panel.panel,
    label: panel.label[language],
    definition: panel.definition[language],
    list: panel.list,
    by: axes.map(({ label }) => label),
    measures: panel.measures.map(({ measure, label, of, column }) => ({
      measure,
      label: label[language],
      of: of ?? null,
      isCount: column === undefined,
    })),
    chart: panel.chart ?? null,
    target: panel.target ?? null,
    ...(panel.empty && { empty: panel.empty[language] }),
    total: total?.values ?? [],
    rows: rows
      .toSorted((a, b) => compare(place(a), place(b)) || compare(a.groups, b.groups))
      .slice(0, MAX_GROUPS)
      .map(({ groups, values }) => ({
        groups: groups.map((value, at) => ({ value, label: axes[at]?.labelOf(value) ?? value })),
        values,
      })),
    groupsLeftOut: Math.max(0, rows.length - MAX_GROUPS),
  };
}

/** The words for a figure of the panel; `groups`: chosen values of the columns that it groups by. */
export async function figureInWords(
  trx: Trx,
  opened: OpenedPanel,
  { label }: MonitoringMeasure,
  groups: readonly (string | undefined)[],
): Promise<DataOf<typeof describeFigure>> {
  const { panel, reading } = opened;
  const words: { column: string; value: string }[] = [];
  for (const [at, name] of panel.by.entries()) {
    const value = groups[at];
    if (value === undefined) continue;
    const axis = await axisOf(trx, opened, name);
    words.push({ column: axis.label, value: axis.labelOf(value) });
  }
  return {
    panel: panel.label[reading.language],
    measure: label[reading.language],
    definition: panel.definition[reading.language],
    groups: words,
  };
}

interface Axis {
  label: string;
  labelOf: (value: string) => string;
  placeOf: (value: string) => number;
}

async function axisOf(trx: Trx, opened: OpenedPanel, name: string): Promise<Axis> {
  const column = columnOf(opened, name);
  const options = (await optionsOf(trx, column, opened.reading)) ?? [];
  const places = new Map(options.map(({ code }, place) => [code, place]));
  const labels = new Map(options.map(({ code, label }) => [code, label]));
  return {
    label: column.label[opened.reading.language],
    labelOf: (value) => labels.get(value) ?? value,
    placeOf: (value) => places.get(value) ?? options.length,
  };
}

function compare<T extends number | string>(a: readonly T[], b: readonly T[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    if (other !== undefined && one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** The total first. Its row is there without any row of the list. */
async function readGroups(trx: Trx, opened: OpenedPanel, period: MonitoringPeriod): Promise<GroupRow[]> {
  const { panel, source, reading } = opened;
  const groups = panel.by.map((name, at) => sql`${groupOf(opened, name)} as ${sql.id(`g${at}`)}`);
  const names = panel.by.map((_, at) => sql.id(`g${at}`));
  // values that figures need, so that they are evaluated once a row
  const values = panel.measures.flatMap((measure, at) => [
    sql`${rowsOfMeasure(opened, measure)} as ${sql.id(`p${at}`)}`,
    ...numberOf(opened, measure).map((value) => sql`${value} as ${sql.id(`n${at}`)}`),
  ]);
  const figures = panel.measures.map((measure, at) => sql`${figure(measure, at)} as ${sql.id(`m${at}`)}`);
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.join([...names, ...figures])}, grouping(${sql.join(names)}) as level
    from (
      select ${sql.join([...groups, ...values])} from ${resolve(source.from, reading)}
      where ${source.scope(reading)} and ${rowsOfPanel(opened, period)}
    ) as found
    group by grouping sets ((), (${sql.join(names)}))
    order by level desc`.execute(trx);
  return rows.map((row) => ({
    groups: panel.by.map((_, at) => String(row[`g${at}`] ?? '')),
    values: panel.measures.map((_, at) => {
      const value = row[`m${at}`];
      return value === null || value === undefined ? null : Number(value);
    }),
  }));
}

const numberOf = (opened: OpenedPanel, { column }: MonitoringMeasure) => {
  const source = column === undefined ? undefined : columnOf(opened, column).source;
  return source ? [sql`(${resolve(source.value, opened.reading)})::float8`] : [];
};

const figure = ({ column, percentile }: MonitoringMeasure, at: number) => {
  const [passes, number] = [sql.id(`p${at}`), sql.id(`n${at}`)];
  if (column === undefined) return sql`count(*) filter (where ${passes})`;
  const found =
    percentile === undefined
      ? sql`avg(${number})`
      : sql`percentile_cont(${percentile / 100}::float8) within group (order by ${number})`;
  return sql`round((${found} filter (where ${passes}))::numeric, 1)`;
};
