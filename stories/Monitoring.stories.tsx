/** Monitoring: figures with the way to their rows, a page as it was saved, and no rows at all. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import type { MonitoringFigures, PanelFigures } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, type FakeCall } from './app/fakeCalls.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Monitoring' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const AT = '2026-11-25T09:00:00.000Z';

const COMPLIANCE: PanelFigures = {
  panel: 'compliance',
  label: 'Reports in time, by month',
  definition: 'Reports whose due date is in the period and has passed, or that were sent before it.',
  list: 'MU-MO-RP',
  by: ['Due month'],
  measures: [
    { measure: 'due', label: 'Due', of: null, isCount: true },
    { measure: 'sentInTime', label: 'Sent in time', of: 'due', isCount: true },
    { measure: 'median', label: 'Days late, median', of: null, isCount: false },
  ],
  chart: { layout: 'columns', measure: 'sentInTime' },
  target: 95,
  total: [45, 42, 2],
  rows: [
    { groups: [{ value: '2026-10', label: '2026-10' }], values: [20, 20, null] },
    { groups: [{ value: '2026-11', label: '2026-11' }], values: [25, 22, 2] },
  ],
  groupsLeftOut: 0,
};
const EMPTY: PanelFigures = {
  ...COMPLIANCE,
  panel: 'notAnswered',
  label: 'Not acknowledged for over 48 hours',
  chart: { layout: 'rows', measure: 'due' },
  empty: 'There are not enough days yet',
  total: [0, 0, null],
  rows: [],
};
const FIGURES: MonitoringFigures = {
  page: 'MONTH',
  label: 'Months',
  from: '202610',
  to: '202611',
  at: AT,
  timeZone: 'Asia/Seoul',
  catalogueVersion: 'sample',
  panels: [COMPLIANCE, EMPTY],
};
const NOW = { ...FIGURES, panels: [{ ...COMPLIANCE, total: [46, 43, 2] }, EMPTY] };

const calls = (figures: MonitoringFigures): FakeCall[] => [
  fake(contract.readMonitoringPages, () => ({
    listInfo: [
      { page: 'MONTH', label: 'Months', hasPeriod: true },
      { page: 'TODAY', label: 'Today', hasPeriod: false },
    ],
  })),
  fake(contract.readMonitoring, () => figures),
  fake(contract.readMonitoringRun, () => ({
    figures: FIGURES,
    closes: '202610',
    limited: true,
    comment: 'For the annex',
    userName: 'Mina Park',
    at: AT,
  })),
];

export const Figures = {
  ...appStory('monitoring?part=MONTH&from=202610&to=202611', { calls: calls(FIGURES) }),
  play: async () => {
    const panel = await screen.findByRole('region', { name: COMPLIANCE.label }, WAIT);
    const figure = await screen.findByRole(
      'link',
      { name: word('monitoring:open', { measure: 'Sent in time', value: '22 (88 %)' }) },
      WAIT,
    );
    await expect(figure).toHaveAttribute('href', expect.stringContaining('group=2026-11'));
    await expect(within(panel).getAllByText(word('monitoring:belowTarget'))).toHaveLength(2);
  },
};

/** What has changed since is marked beside the stored figure. */
export const SavedAndCompared = {
  ...appStory('monitoring/history/7/detail', { calls: calls(NOW) }),
  play: async () => {
    const compare = await screen.findByRole('switch', { name: word('monitoring:compare') }, WAIT);
    compare.click();
    await soon(() => expect(screen.getByText(word('monitoring:nowIs', { value: 46 }))).toBeVisible());
    await expect(screen.getByText(word('monitoring:limited'))).toBeVisible();
  },
};
