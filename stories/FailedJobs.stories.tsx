/** Failed jobs in the system administration: listed, run again, discarded, decided by another user. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import { discardDeadLetter, retryDeadLetter } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, type FakeCall } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { failedJobCalls } from './app/sampleFailedJobs.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Failed jobs' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };

const page = (calls: readonly FakeCall[]) =>
  appStory('/system-admin/failed-job/list', {
    session: (appendix) => ({ ...sampleSession(appendix), systemAdmin: true }),
    calls,
  });

/** Selects the first job and opens one of the two decisions. */
async function open(decision: 'retry' | 'discard') {
  const table = await screen.findByRole('grid', { name: word('failedJobs:title') }, WAIT);
  const row = (await within(table).findByText('550 5.1.1 mailbox unavailable')).closest('tr');
  if (!row) throw new Error('the job has no row');
  await userEvent.click(within(row).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: `${word(`failedJobs:${decision}`)}…` }));
  return screen.findByRole('dialog', {}, WAIT);
}

export const List = {
  ...page(failedJobCalls()),
  play: async () => {
    await soon(() => expect(screen.getByText('ENOSPC: no space left on device')).toBeVisible());
  },
};

export const Empty = {
  ...page(failedJobCalls([])),
  play: async () => {
    await soon(() => expect(screen.getByText(word('failedJobs:none'))).toBeVisible());
  },
};

export const RunAgain = {
  ...page([...failedJobCalls(), fake(retryDeadLetter, () => null)]),
  play: async () => {
    const dialog = await open('retry');
    await expect(within(dialog).getByText(word('failedJobs:retryText'))).toBeVisible();
  },
};

/** Nothing is discarded without a reason. */
export const Discard = {
  ...page([...failedJobCalls(), fake(discardDeadLetter, () => null)]),
  play: async () => {
    const dialog = await open('discard');
    await userEvent.click(within(dialog).getByRole('button', { name: word('failedJobs:discard') }));
    await expect(within(dialog).getByText(word('components:reason.required'))).toBeVisible();
  },
};

/** Another user was faster. */
export const AlreadyDecided = {
  ...page([
    ...failedJobCalls(),
    fake(retryDeadLetter, () => {
      throw new Refusal(404, 'DEAD_LETTER_NOT_FOUND', 'This job is no longer failed');
    }),
  ]),
  play: async () => {
    const dialog = await open('retry');
    await userEvent.click(within(dialog).getByRole('button', { name: word('failedJobs:retry') }));
    await soon(() => expect(screen.getByText(word('failedJobs:alreadyDecided', { count: 1 }))).toBeVisible());
  },
};
