import { describe, expect, it } from 'vitest';
import type { PanelFigures } from '../../../shared/contract/index.ts';
import { barsOf, csvOf, linesOf, missesTarget, shareOf } from './figures.ts';

const group = (value: string) => ({ value, label: `label ${value}` });
const PANEL: PanelFigures = {
  panel: 'compliance',
  label: 'In time',
  definition: '',
  list: 'MU-MO-RP',
  by: ['Receiver', 'Rule'],
  measures: [
    { measure: 'due', label: 'Due', of: null, isCount: true },
    { measure: 'inTime', label: 'In time', of: 'due', isCount: true },
  ],
  chart: { layout: 'rows', measure: 'inTime' },
  target: 95,
  total: [5, 3],
  rows: [
    { groups: [group('FDA'), group('a')], values: [2, 2] },
    { groups: [group('FDA'), group('=b')], values: [2, 1] },
    { groups: [group('PMDA'), group('c')], values: [1, 1] },
  ],
  groupsLeftOut: 0,
};

describe('a share', () => {
  it('is a percentage of its whole, and none of nothing', () => {
    expect(shareOf(PANEL, { values: [3, 1] }, 1)).toBe(33.3);
    expect(shareOf(PANEL, { values: [0, 0] }, 1)).toBeNull();
    expect(shareOf(PANEL, { values: [3, 1] }, 0)).toBeNull();
    expect([missesTarget(PANEL, 94.9), missesTarget(PANEL, 95), missesTarget(PANEL, null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a chart', () => {
  it('has a bar for each value of the first column, of which the others are added up', () => {
    expect(barsOf(PANEL)).toEqual([
      { key: 'FDA', label: 'label FDA', value: 75, text: '75 %', tone: 'error' },
      { key: 'PMDA', label: 'label PMDA', value: 100, text: '100 %' },
    ]);
    expect(barsOf({ ...PANEL, chart: null })).toEqual([]);
  });

  it('of columns along time has a place for each month, also for those without a row', () => {
    const rows = ['2026-09', '2026-11'].map((value) => ({
      groups: [{ value, label: value }],
      values: [4, 1],
    }));
    const panel: PanelFigures = {
      ...PANEL,
      by: ['Month'],
      rows,
      chart: { layout: 'columns', measure: 'due' },
    };
    expect(barsOf(panel)).toEqual([
      { key: '2026-09', label: '2026-09', value: 4 },
      { key: '2026-10', label: '2026-10', value: 0, text: '–' },
      { key: '2026-11', label: '2026-11', value: 4 },
    ]);
  });
});

describe('a file', () => {
  it('has each line of the table, the total last, and no formulas', () => {
    expect(csvOf(PANEL, 'All', 'More').split('\r\n')).toEqual([
      '\uFEFFReceiver,Rule,Due,In time,In time %',
      'label FDA,label a,2,2,100',
      'label FDA,label =b,2,1,50',
      'label PMDA,label c,1,1,100',
      'All,,5,3,60',
      '',
    ]);
  });

  it('says which lines it has not', () => {
    expect(
      csvOf({ ...PANEL, groupsLeftOut: 2 }, 'All', 'More')
        .split('\r\n')
        .slice(-3),
    ).toEqual(['More', 'All,,5,3,60', '']);
  });
});

it('no bar is drawn of a value whose groups may be left out in part', () => {
  expect(barsOf({ ...PANEL, groupsLeftOut: 2 }).map(({ key }) => key)).toEqual(['FDA']);
});

describe('a panel that is compared with now', () => {
  const [first, , last] = PANEL.rows;
  const mean = { measure: 'days', label: 'Days', of: null, isCount: false };
  const now: PanelFigures = {
    ...PANEL,
    // a measure that came in between since then
    measures: [mean, ...PANEL.measures],
    rows: [
      { groups: [group('EMA'), group('d')], values: [3, 4, 0] },
      ...[first, last].flatMap((row) => (row ? [{ ...row, values: [1, ...row.values] }] : [])),
    ],
    total: [2, 7, 3],
  };
  const compared = (panel: PanelFigures, later?: PanelFigures) =>
    linesOf(panel, later).map((line) => [
      line.groups?.map(({ value }) => value).join(' ') ?? 'all',
      line.values,
      line.later,
    ]);

  it('has the groups of both times, and counts 0 where there was or is none', () => {
    expect(compared(PANEL, now)).toEqual([
      ['FDA a', [2, 2], [2, 2]],
      ['FDA =b', [2, 1], [0, 0]],
      ['PMDA c', [1, 1], [1, 1]],
      ['EMA d', [0, 0], [4, 0]],
      ['all', [5, 3], [7, 3]],
    ]);
    expect(compared({ ...PANEL, rows: [] })).toEqual([['all', [5, 3], null]]);
  });

  it('counts nothing of a group that may have been left out', () => {
    expect(compared({ ...PANEL, groupsLeftOut: 1 }, now)[3]).toEqual(['EMA d', [null, null], [4, 0]]);
  });
});
