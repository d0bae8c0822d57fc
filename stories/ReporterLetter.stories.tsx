/** What a case lacks, and the letter that asks the reporter for it: drafted, edited, refused, sent, and what became of it. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, silent, type FakeCall } from './app/fakeCalls.ts';
import { READ_AT, sampleSession } from './app/sampleCase.ts';
import { letterQuestions, littleKnown, REPORTER } from './app/sampleLetter.ts';
import { word } from './app/word.ts';
import { underHelpLine } from './PageStory.tsx';
import { soon } from './app/soon.ts';

const meta = { title: 'Letter to the reporter', parameters: underHelpLine } satisfies Meta;
export default meta;

const SLOW = { timeout: 20_000 };

const book = (more = {}) =>
  fake(contract.readCaseMailForm, () => ({
    available: true,
    userList: [
      { userName: 'Lee Lead', address: 'lee.lead@example.com' },
      { userName: 'Dr. Park', address: REPORTER },
    ],
    allowed: ['hospital.example'],
    ...more,
  }));

/** The invented case, of which little is known. */
const letterStory = (calls: readonly FakeCall[] = [], more = {}) =>
  appStory('case/12/detail/NR', {
    calls: [
      fake(contract.readCaseContent, () => ({ ...littleKnown(), retrievedAt: READ_AT })),
      book(),
      fake(contract.writeToReporter, ({ body }) => ({ count: body.questions.length })),
      ...calls,
    ],
    ...more,
  });

const letter = (key: string) => word(`completeness:letter.${key}`);

/** Opens what is missing by the score in the header. */
async function openMeter() {
  const score = await waitFor(() => {
    const button = document.querySelector<HTMLElement>('[data-fact="completeness"] button');
    if (!button) throw new Error('the header shows no completeness');
    return button;
  }, SLOW);
  await userEvent.click(score);
  return within(await screen.findByRole('dialog', {}, SLOW));
}

async function openLetter() {
  const dialog = await openMeter();
  await userEvent.click(await dialog.findByRole('button', { name: letter('write') }));
  return dialog;
}

/** A letter that is ready to be sent. */
async function draftTo(address: string) {
  const dialog = await openLetter();
  await userEvent.type(await dialog.findByLabelText(new RegExp(`^${letter('to')}`), {}, SLOW), address);
  await userEvent.keyboard('{Escape}');
  return { dialog, send: dialog.getByRole('button', { name: letter('send') }) };
}

const openQuestions = async () => {
  await userEvent.click(
    await screen.findByRole('button', { name: new RegExp(`^${word('questions:title')}`) }, SLOW),
  );
  return within(await screen.findByRole('dialog', {}, SLOW));
};

/** What is missing, each with what it would add. */
export const Missing = {
  ...letterStory(),
  play: async () => {
    const dialog = await openMeter();
    await expect(dialog.getByRole('table', { name: word('completeness:missing') })).toBeVisible();
  },
};

/** A user who only reads the case writes no letters. */
export const ReadOnly = {
  ...letterStory([], {
    session: (appendix: string) => {
      const session = sampleSession(appendix);
      return { ...session, privList: session.privList.filter(({ privId }) => privId !== 'EDIT.CASE') };
    },
  }),
  play: async () => {
    const dialog = await openMeter();
    await expect(dialog.queryByRole('button', { name: letter('write') })).toBeNull();
  },
};

/** Without a mail server no letter can be sent. */
export const WithoutMail = {
  ...letterStory([book({ available: false })]),
  play: async () => {
    const dialog = await openLetter();
    await soon(() => expect(dialog.getByText(word('mail:unavailable'))).toBeVisible());
  },
};

export const Waiting = {
  ...letterStory([silent(contract.readCaseMailForm)]),
  play: async () => {
    const dialog = await openLetter();
    await soon(() => expect(dialog.getByRole('status')).toBeVisible());
  },
};

export const NotRead = {
  ...letterStory([
    fake(contract.readCaseMailForm, () => {
      throw new Refusal(500, 'INTERNAL', 'The addresses could not be read; try again');
    }),
  ]),
  play: async () => {
    const dialog = await openLetter();
    await soon(() => expect(dialog.getByText(/The addresses could not be read/)).toBeVisible());
  },
};

/** A question that is left out leaves the draft, too; without any question there is nothing to send. */
export const Drafted = {
  ...letterStory(),
  play: async () => {
    const { dialog, send } = await draftTo(REPORTER);
    const questions = dialog.getAllByRole('checkbox', { checked: true });
    const text = dialog.getByLabelText<HTMLTextAreaElement>(new RegExp(`^${letter('text')}`));
    const drafted = (at: number) => text.value.includes(`\n${at}. `);
    await expect(drafted(questions.length)).toBe(true);
    for (const question of questions) await userEvent.click(question);
    await expect(send).toBeDisabled();
    for (const question of questions.slice(1)) await userEvent.click(question);
    await expect(drafted(questions.length - 1)).toBe(true);
    await expect(drafted(questions.length)).toBe(false);
    await expect(send).toBeEnabled();
  },
};
/** The draft in the language of the reader; the reporter's can be another one. */
export const Korean = { ...Drafted, globals: { language: 'ko' } };
export const Japanese = { ...Drafted, globals: { language: 'ja' } };
export const Chinese = { ...Drafted, globals: { language: 'zh' } };

/** What the user typed stays until the draft is taken again. */
export const Edited = {
  ...letterStory(),
  play: async () => {
    const dialog = await openLetter();
    const subject = await dialog.findByLabelText<HTMLInputElement>(
      new RegExp(`^${letter('subject')}`),
      {},
      SLOW,
    );
    await userEvent.type(subject, '!');
    const again = await dialog.findByRole('button', { name: letter('draftAgain') });
    await userEvent.click(dialog.getAllByRole('checkbox')[0] as HTMLElement);
    await expect(subject.value).toMatch(/!$/);
    await expect(again).toBeVisible();
    await expect(dialog.getByText(letter('edited'))).toBeVisible();
  },
};

export const Sending = {
  ...letterStory([silent(contract.writeToReporter)]),
  play: async () => {
    const { send } = await draftTo(REPORTER);
    await userEvent.click(send);
    await waitFor(() => expect(send).toBeDisabled());
  },
};

/** The letter stays as it was written. */
export const Refused = {
  ...letterStory([
    fake(contract.writeToReporter, () => {
      throw new Refusal(
        422,
        'MAIL_REFUSED',
        'Reports may not be mailed to a@b.example; ask your administrator',
      );
    }),
  ]),
  play: async () => {
    const { dialog, send } = await draftTo('a@b.example');
    await userEvent.click(send);
    await soon(() => expect(dialog.getByRole('alert')).toHaveTextContent('may not be mailed to a@b.example'));
    await expect(dialog.getByLabelText(new RegExp(`^${letter('to')}`))).toHaveValue('a@b.example');
  },
};

/** Back at what is missing, which answers will fill. */
export const Sent = {
  ...letterStory(),
  play: async () => {
    const { dialog, send } = await draftTo(REPORTER);
    await userEvent.click(send);
    await soon(() => expect(dialog.getByRole('table', { name: word('completeness:missing') })).toBeVisible());
    await expect(screen.getByText(word('completeness:letter.sent', { count: 8 }))).toBeVisible();
  },
};

/** The questions of letters: what became of each mail, and the answers. */
export const FollowedUp = {
  ...letterStory([fake(contract.readCaseQuestions, () => ({ listInfo: letterQuestions() }))]),
  play: async () => {
    const dialog = await openQuestions();
    for (const state of ['ready', 'sent', 'delayed', 'bounced', 'failed', 'delivered'])
      await expect(
        (await dialog.findAllByText(word(`questions:mail.${state}`, { to: REPORTER }), {}, SLOW))[0],
      ).toBeVisible();
    await userEvent.click(dialog.getByLabelText(word('questions:showClosed', { count: 1 })));
    await soon(() => expect(dialog.getByText(word('questions:state.closed'))).toBeVisible());
  },
};
