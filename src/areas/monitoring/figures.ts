/** What is shown of the figures of a panel: shares, bars, and lines of a file. */
import type { PanelFigures } from '../../../shared/contract/index.ts';
import { CSV_START, csvLine } from '../../../shared/text/csv.ts';
import type { Bar } from '../../components/index.ts';
import { withoutGaps } from './timeAxis.ts';

interface Row {
  values: readonly (number | null)[];
}

/** A line of the table of a panel. */
export interface Line {
  key: string;
  /** null: of all groups */
  groups: PanelFigures['rows'][number]['groups'] | null;
  values: readonly (number | null)[];
  /** the same figures at another time; null: there is nothing to compare with */
  later: readonly (number | null)[] | null;
}

/** Those of all groups come last. With the panel at another time (`now`) the groups that it has only then are there, too. */
export function linesOf(panel: PanelFigures, now?: PanelFigures): Line[] {
  const [lines, later] = [keyed(panel), now && keyed(now)];
  const keys = new Set([...lines.keys(), ...(later?.keys() ?? [])]);
  return [...[...keys].filter((key) => key !== ALL), ALL].map((key) => ({
    key,
    groups: (lines.get(key) ?? later?.get(key))?.groups ?? null,
    values: panel.measures.map(({ measure }) => figureOf(panel, lines.get(key), measure)),
    later: now && later ? panel.measures.map(({ measure }) => figureOf(now, later.get(key), measure)) : null,
  }));
}

/** of all groups */
const ALL = '';

interface Figures extends Row {
  groups: Line['groups'];
}

const keyed = ({ rows, total }: PanelFigures): Map<string, Figures> =>
  new Map<string, Figures>([
    ...rows.map((row) => [JSON.stringify(row.groups.map(({ value }) => value)), row] as const),
    [ALL, { groups: null, values: total }],
  ]);

/** Of a group without a row nothing is counted, unless it may be one of those that are left out. */
function figureOf(
  { measures, groupsLeftOut }: PanelFigures,
  figures: Row | undefined,
  name: string,
): number | null {
  const at = measures.findIndex(({ measure }) => measure === name);
  if (figures) return figures.values[at] ?? null;
  return measures[at]?.isCount && groupsLeftOut === 0 ? 0 : null;
}

/** Percent of the measure that it is a share of, one decimal; null for no share, or a share of nothing. */
export function shareOf({ measures }: PanelFigures, { values }: Row, at: number): number | null {
  const of = measures[at]?.of;
  const whole = values[measures.findIndex(({ measure }) => measure === of)];
  const part = values[at];
  if (of === null || of === undefined || !whole || part === null || part === undefined) return null;
  return Math.round((part / whole) * 1000) / 10;
}

/** Below the percent that shares should reach. */
export const missesTarget = ({ target }: PanelFigures, share: number | null): boolean =>
  target !== null && share !== null && share < target;

/** Of a place along time that has no row. */
const NOTHING = '–';

/**
 * The bars of the panel's chart; one a value of the first column, and along time one a week or month. Empty without a chart. Where
 * groups are left out, the last value may be one of them in part, and has no bar.
 */
export function barsOf(panel: PanelFigures): Bar[] {
  const at = panel.measures.findIndex(({ measure }) => measure === panel.chart?.measure);
  if (at < 0) return [];
  const groups = Map.groupBy(panel.rows, ({ groups: [first] }) => first?.value ?? '');
  const keys = [...groups.keys()];
  const whole = panel.groupsLeftOut > 0 && panel.by.length > 1 ? keys.slice(0, -1) : keys;
  const places = panel.chart?.layout === 'columns' ? withoutGaps(whole) : whole;
  return places.map((key): Bar => {
    const rows = groups.get(key);
    if (!rows) return { key, label: key, value: 0, text: NOTHING };
    const sum = { values: panel.measures.map((_, index) => summed(rows, index)) };
    const share = shareOf(panel, sum, at);
    const label = rows[0]?.groups[0]?.label ?? '';
    return {
      key,
      label: label === '' ? NOTHING : label,
      value: share ?? sum.values[at] ?? 0,
      ...(share !== null && { text: `${share} %` }),
      ...(missesTarget(panel, share) && { tone: 'error' as const }),
    };
  });
}

const summed = (rows: readonly Row[], at: number): number =>
  rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);

/** The table as a file, with the share beside each figure that is one; `leftOut` says that more groups are in the total. */
export function csvOf(panel: PanelFigures, totalLabel: string, leftOut: string): string {
  const { by, measures } = panel;
  const head = [
    ...by,
    ...measures.flatMap(({ label, of }) => (of === null ? [label] : [label, `${label} %`])),
  ];
  const cells = (row: Row): string[] =>
    measures.flatMap(({ of }, at) => {
      const value = String(row.values[at] ?? '');
      return of === null ? [value] : [value, String(shareOf(panel, row, at) ?? '')];
    });
  const lines = [
    ...panel.rows.map((row) => [...row.groups.map(({ label }) => label), ...cells(row)]),
    ...(panel.groupsLeftOut > 0 ? [[leftOut]] : []),
    [totalLabel, ...by.slice(1).map(() => ''), ...cells({ values: panel.total })],
  ];
  return `${CSV_START}${[head, ...lines].map((line) => csvLine(line, 'values')).join('')}`;
}
