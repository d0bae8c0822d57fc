/** The figures of a panel, with the words that it shows. */
import type { MonitoringMeasure } from '../../schemas/compile/monitoring.ts';
import type { DataOf } from '../../shared/contract/call.ts';
import type { describeFigure, MonitoringPeriod, PanelFigures } from '../../shared/contract/monitoring.ts';
import { optionsOf } from '../lists/listRows.ts';
import type { Trx } from '../storage/database.ts';
import { countRows } from './countRows.ts';
import { figuresOfCounts, type GroupOfFigures } from './figuresOfCounts.ts';
import { columnOf, type OpenedPanel } from './panelRows.ts';

/** Groups that are shown; more are counted in the total only. */
const MAX_GROUPS = 500;

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
  const { total, rows } = figuresOfCounts(await countRows(trx, opened, period), panel.measures);
  const place = ({ groups }: GroupOfFigures): number[] =>
    groups.map((group, at) => axes[at]?.placeOf(group) ?? 0);
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
    total,
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
