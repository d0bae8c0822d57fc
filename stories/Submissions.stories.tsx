/** Submissions: cases to send, the check list, a batch with its answers, the history, status by hand. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { readSubmissionComments } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import {
  ANSWERED_BATCH,
  DELAYED_BATCH,
  LATE_BATCH,
  READY_BATCH,
  submissionCalls,
  type SampleBatch,
} from './app/sampleSubmissions.ts';
import { fake, Refusal } from './app/fakeCalls.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Submissions' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const page = (path: string, batch?: SampleBatch) => appStory(path, { calls: submissionCalls(batch) });
const DETAIL = 'submission/history/7/batch-detail';

export const Entry = {
  ...page('submission'),
  play: async () => {
    await soon(() => expect(screen.getByText('KR-ACME-2026-0012')).toBeVisible());
  },
};

/** Cases of two receivers are no batch. */
export const NewBatch = {
  ...page('submission'),
  play: async () => {
    const number = await screen.findByText('KR-ACME-2026-0012', {}, WAIT);
    const row = number.closest('tr');
    if (!row) throw new Error('the case has no row');
    await userEvent.click(within(row).getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: `${word('submissions:entry.make')}…` }));
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    await soon(() => expect(within(dialog).getByText(word('submissions:test'))).toBeVisible());
    await expect(within(dialog).getByText(word('submissions:pretend.note'))).toBeVisible();
  },
};

/** A warning without a reason keeps the batch from being sent. */
export const CheckList = {
  ...page('submission/7/check-list/N', READY_BATCH),
  play: async () => {
    const tick = await screen.findByRole('button', { name: word('submissions:check.tickAll') }, WAIT);
    const send = screen.getByRole('button', { name: `${word('submissions:confirm.send')}…` });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(tick);
    await userEvent.click(screen.getByRole('button', { name: `${word('submissions:check.giveReason')}…` }));
    await soon(() => expect(screen.getByRole('dialog')).toBeVisible());
  },
};

/** What the receiver gets, against what it got before. */
export const Message = {
  ...page('submission/7/check-list/N', READY_BATCH),
  play: async () => {
    const name = word('submissions:message.showOf', { caseNo: 'KR-ACME-2026-0012' });
    await userEvent.click(await screen.findByRole('button', { name }, WAIT));
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    await soon(() => expect(within(dialog).getByText('20260104')).toBeVisible());
  },
};

export const Answered = {
  ...page(DETAIL, ANSWERED_BATCH),
  play: async () => {
    await soon(() => expect(screen.getByText('Report Loaded Successfully')).toBeVisible());
    await expect(screen.getByRole('link', { name: /C\.1\.4/ })).toBeVisible();
  },
};

/** The receiver may have the file: only a user can tell, and when it was delivered. */
export const NotKnown = {
  ...page(DETAIL, {
    ...DELAYED_BATCH,
    state: 'sending',
    delayed: false,
    awaitsPerson: true,
    sentAt: null,
    takes: ['person.handedOver', 'person.notHandedOver'],
  }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('submissions:unknown'))).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: `${word('submissions:handOver.title')}…` }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await soon(() => expect(dialog.getByLabelText(/^Time of delivery/)).toBeVisible());
    await expect(dialog.getByRole('radio', { name: word('submissions:handOver.yes') })).toHaveFocus();
    await userEvent.click(dialog.getByRole('radio', { name: word('submissions:handOver.no') }));
    await expect(dialog.queryByLabelText(/^Time of delivery/)).toBeNull();
  },
};

/** What a user has entered of a batch by hand can be corrected, but not emptied. */
export const DeliveredByHand = {
  ...page(DETAIL, { ...DELAYED_BATCH, transport: 'byHand' }),
  play: async () => {
    const open = { name: `${word('submissions:handOver.correct')}…` };
    await userEvent.click(await screen.findByRole('button', open, WAIT));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    const time = await dialog.findByLabelText(/^Time of delivery/, {}, WAIT);
    await expect(dialog.queryByRole('radio')).toBeNull();
    await expect(dialog.getByLabelText(new RegExp(`^${word('submissions:handOver.day')}`))).toHaveFocus();
    await userEvent.clear(time);
    await userEvent.type(dialog.getByRole('textbox', { name: /Comment|Reason/ }), 'Uploaded on Friday');
    await userEvent.click(dialog.getByRole('button', { name: word('components:confirm') }));
    await expect(dialog.getByText(word('submissions:handOver.required'))).toBeVisible();
  },
};

/** Asks for the reason of a late report; one that needs a comment is not taken without. */
export const LateReports = {
  ...page(DETAIL, LATE_BATCH),
  play: async () => {
    const give = await screen.findByRole('button', { name: `${word('monitoring:late.give')}…` }, WAIT);
    await userEvent.click(give);
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    const reason = await within(dialog).findByRole('combobox', {}, WAIT);
    await userEvent.click(within(dialog).getByRole('button', { name: word('monitoring:late.save') }));
    await expect(within(dialog).getByText(word('monitoring:late.required'))).toBeVisible();
    await waitFor(() => expect(reason).toHaveFocus());
    await userEvent.selectOptions(reason, 'OTHER');
    await userEvent.click(within(dialog).getByRole('button', { name: word('monitoring:late.save') }));
    await expect(within(dialog).getByText(word('monitoring:late.describe'))).toBeVisible();
  },
};

export const StatusByHand = {
  ...page(DETAIL, DELAYED_BATCH),
  play: async () => {
    const open = await screen.findByRole('button', { name: `${word('submissions:comments.title')}…` }, WAIT);
    await userEvent.click(open);
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    await soon(() => expect(within(dialog).getByText(/4711/)).toBeVisible());
    await userEvent.click(within(dialog).getByRole('button', { name: word('submissions:comments.save') }));
    await expect(within(dialog).getByText(word('submissions:comments.required'))).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('textbox')).toHaveFocus());
  },
};

let isReadable = false;

/** What the dialog needs cannot be read at first: it says so, and goes on when it can. */
export const CommentsNotRead = {
  ...appStory(DETAIL, {
    calls: [
      ...submissionCalls(DELAYED_BATCH),
      fake(readSubmissionComments, () => {
        if (!isReadable) throw new Refusal(503, 'DATABASE_UNAVAILABLE', 'The database does not answer');
        return {
          revisions: [],
          manualBatchStatusOptions: [],
          changeableStatus: false,
          originBatchStatus: 'transmitted' as const,
        };
      }),
    ],
  }),
  play: async () => {
    isReadable = false;
    const open = await screen.findByRole('button', { name: `${word('submissions:comments.title')}…` }, WAIT);
    await userEvent.click(open);
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    await within(dialog).findByText(/The database does not answer/, {}, WAIT);
    isReadable = true;
    await userEvent.click(within(dialog).getByRole('button', { name: word('failures:area.retry') }));
    await within(dialog).findByText(word('submissions:comments.none'), {}, WAIT);
  },
};

export const History = {
  ...page('submission/history/list'),
  play: async () => {
    await soon(() => expect(screen.getByText('foreign.xml')).toBeVisible());
  },
};
