/** Synchronisation of a study: its events in every state, the dialog with its dry run, questions, problems, differences. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import { appStory } from './app/AppStory.tsx';
import type { FakeCall } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import {
  CANDIDATE,
  DUPLICATE,
  sampleDryRun,
  sampleItems,
  sampleProblem,
  syncCalls,
} from './app/sampleSync.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Sync' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const LIST = 'study-list/3/detail/sync/list';

const page = (calls: readonly FakeCall[], event?: number) =>
  appStory(event === undefined ? LIST : `${LIST}?subject=7&event=${event}&visit=2`, { calls });
const dialog = () => screen.findByRole('dialog', { name: '301-014' }, WAIT);

export const Events = {
  ...page(syncCalls()),
  play: async () => {
    await soon(() => expect(screen.getByText('Urticaria')).toBeVisible());
  },
};

export const WithoutRules = {
  ...page(syncCalls({ items: [], hasRules: false })),
  play: async () => {
    await soon(() => expect(screen.getByText(word('sync:noRules'))).toBeVisible());
  },
};

/** The first row is checked and stays so; a value of a person is shown beside that of the source. */
export const DryRun = {
  ...page(syncCalls(), 1),
  play: async () => {
    const shown = within(await dialog());
    await soon(() => expect(shown.getByText(word('sync:kinds.new'))).toBeVisible());
    await soon(() => expect(shown.getByRole('checkbox', { name: word('sync:selectAll') })).toHaveFocus());
    await expect(shown.getAllByRole('checkbox', { checked: true })[0]).toBeDisabled();
    await soon(() => expect(shown.getByLabelText(word('sync:dryRun.overwrite'))).not.toBeChecked());
    await expect(shown.getAllByText(word('sync:hidden'))).toHaveLength(2);
  },
};

/** Nothing is synchronised before it is known which case it belongs to. */
export const WhichCase = {
  ...page(syncCalls({ dryRun: sampleDryRun({ question: true, candidates: [CANDIDATE], values: [] }) }), 1),
  play: async () => {
    const shown = within(await dialog());
    await soon(() => expect(shown.getByText(word('sync:dryRun.which'))).toBeVisible());
    await expect(shown.getByRole('button', { name: word('sync:sync') })).toHaveAttribute('aria-disabled');
  },
};

/** The report came on another way first. */
export const Duplicate = {
  ...page(syncCalls({ dryRun: sampleDryRun({ duplicates: [DUPLICATE] }) }), 1),
  play: async () => {
    const shown = within(await dialog());
    await soon(() => expect(shown.getByRole('alert')).toHaveTextContent(DUPLICATE.agreeing.join(', ')));
    await expect(shown.getByRole('link', { name: new RegExp(DUPLICATE.caseNo) })).toHaveAttribute(
      'target',
      '_blank',
    );
  },
};

export const Problems = {
  ...page(syncCalls({ dryRun: sampleDryRun({ problems: [sampleProblem()], failed: [1] }) }), 1),
  play: async () => {
    const shown = within(await dialog());
    await soon(() => expect(shown.getByRole('alert')).toHaveTextContent('SLEEPING'));
  },
};

/** The source removed the event: it is asked about. */
export const Removed = {
  ...page(syncCalls(), sampleItems().length),
  play: async () => {
    const shown = within(await dialog());
    await userEvent.click(await shown.findByRole('button', { name: `${word('sync:removed.keep')}…` }, WAIT));
    await soon(() => expect(screen.getByRole('dialog', { name: word('sync:removed.keep') })).toBeVisible());
  },
};

/** Without EDIT.SYNC the boxes are read-only and nothing can be synchronised. */
export const ReadOnly = {
  ...appStory(`${LIST}?subject=7&event=1&visit=2`, {
    calls: syncCalls(),
    session: (appendix) => ({
      ...sampleSession(appendix),
      privList: sampleSession(appendix).privList.filter(({ privId }) => privId !== 'EDIT.SYNC'),
    }),
  }),
  play: async () => {
    const shown = within(await dialog());
    await soon(() => expect(shown.getByText(word('sync:kinds.new'))).toBeVisible());
    await expect(shown.queryByRole('button', { name: word('sync:sync') })).toBeNull();
    for (const box of shown.getAllByRole('checkbox', { name: /\d/ })) await expect(box).toBeDisabled();
  },
};

export const Reconciliation = {
  ...appStory(`${LIST}?part=reconciliation`, { calls: syncCalls() }),
  play: async () => {
    const table = await screen.findByRole('grid', { name: word('sync:reconciliation') }, WAIT);
    const row = (await within(table).findByText('Pyrexia')).closest('tr');
    if (!row) throw new Error('the difference has no row');
    await userEvent.click(within(row).getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: `${word('sync:reconcile.decide')}…` }));
    await soon(() => expect(screen.getByLabelText(word('sync:reconcile.comment'))).toBeVisible());
  },
};
