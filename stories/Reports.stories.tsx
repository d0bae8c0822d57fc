/** The dialog that downloads a report of the open case, in its states. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import { downloadReport, readCaseMailForm } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, silent } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Reports' } satisfies Meta;
export default meta;

const PATIENT = 'case/12/detail/DM';
const SLOW = { timeout: 15_000 };

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: word('editor:exportXml') }, SLOW));
  await userEvent.click(await screen.findByRole('menuitem', { name: word('editor:report.open') }));
  return within(await screen.findByRole('dialog', {}, SLOW));
}

/** Every option of a PDF; no report is chosen yet. */
export const Options = {
  ...appStory(PATIENT),
  play: async () => {
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: word('editor:report.download') }));
    await soon(() => expect(dialog.getByText(word('editor:report.choose'))).toBeVisible());
  },
};

/** A message has neither language nor orientation. */
export const Message = {
  ...appStory(PATIENT),
  play: async () => {
    const dialog = await openDialog();
    await userEvent.click(
      dialog.getByRole('combobox', { name: new RegExp(`^${word('editor:report.report')}`) }),
    );
    await userEvent.click(await screen.findByRole('option', { name: word('editor:report.xml') }));
    await expect(dialog.queryByRole('combobox', { name: word('editor:report.orientation') })).toBeNull();
  },
};

/** A form that exists upright only offers no orientation. */
export const OneOrientation = {
  ...appStory(PATIENT),
  play: async () => {
    const dialog = await openDialog();
    await userEvent.click(
      dialog.getByRole('combobox', { name: new RegExp(`^${word('editor:report.report')}`) }),
    );
    await userEvent.click(await screen.findByRole('option', { name: /3500A/ }));
    await expect(dialog.queryByRole('combobox', { name: word('editor:report.orientation') })).toBeNull();
  },
};

/** Without the unblind flag, blinded values are not offered. */
export const Blinded = {
  ...appStory(PATIENT, { session: (appendix) => ({ ...sampleSession(appendix), unblind: false }) }),
  play: async () => {
    const dialog = await openDialog();
    await expect(dialog.queryByRole('checkbox', { name: word('editor:report.unblinded') })).toBeNull();
  },
};

/** While the report is made, nothing closes the dialog. */
export const Making = {
  ...appStory(PATIENT, { calls: [silent(downloadReport)] }),
  play: async () => {
    const dialog = await openDialog();
    await userEvent.click(
      dialog.getByRole('combobox', { name: new RegExp(`^${word('editor:report.report')}`) }),
    );
    const [first] = await screen.findAllByRole('option');
    if (first) await userEvent.click(first);
    await userEvent.click(dialog.getByRole('button', { name: word('editor:report.download') }));
    await expect(dialog.getByRole('button', { name: word('editor:report.download') })).toHaveAttribute(
      'data-loading',
    );
  },
};

const mailForm = (available: boolean) =>
  fake(readCaseMailForm, () => ({
    available,
    userList: [{ userName: 'Kim Editor', address: 'kim@example.com' }],
    allowed: ['@partner.example'],
  }));

async function openMailDialog() {
  await userEvent.click(await screen.findByRole('button', { name: word('editor:exportXml') }, SLOW));
  await userEvent.click(await screen.findByRole('menuitem', { name: word('mail:open') }));
  return within(await screen.findByRole('dialog', {}, SLOW));
}

/** Everything that a mail needs, asked for at once. */
export const Mail = {
  ...appStory(PATIENT, { calls: [mailForm(true)] }),
  play: async () => {
    const dialog = await openMailDialog();
    await userEvent.click(await dialog.findByRole('button', { name: word('mail:send') }, SLOW));
    await soon(() => expect(dialog.getByText(word('mail:chooseConsignee'))).toBeVisible());
    await userEvent.type(dialog.getByRole('textbox', { name: word('mail:newAddress') }), 'nobody{Enter}');
    await soon(() => expect(dialog.getByText(word('mail:invalidEmail'))).toBeVisible());
  },
};

/** A message has a receiver and, for a contract research organisation, a sender. */
export const MailOfMessage = {
  ...appStory(PATIENT, {
    calls: [mailForm(true)],
    session: (appendix) => ({ ...sampleSession(appendix), clientType: 'CRO' }),
  }),
  play: async () => {
    const dialog = await openMailDialog();
    await userEvent.click(
      await dialog.findByRole('combobox', { name: new RegExp(`^${word('editor:report.report')}`) }, SLOW),
    );
    await userEvent.click(await screen.findByRole('option', { name: word('editor:report.xml') }));
    await userEvent.click(dialog.getByRole('button', { name: word('mail:send') }));
    await soon(() => expect(dialog.getByText(word('mail:chooseReceiver'))).toBeVisible());
    await soon(() => expect(dialog.getByText(word('mail:chooseSender'))).toBeVisible());
  },
};

/** No mail server is set up. */
export const NoMail = {
  ...appStory(PATIENT, { calls: [mailForm(false)] }),
  play: async () => {
    const dialog = await openMailDialog();
    await soon(() => expect(dialog.getByText(word('mail:unavailable'))).toBeVisible());
  },
};
