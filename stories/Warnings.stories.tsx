/** What is to be looked after in the cases, and the mails about them, below the tabs of their menu. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { appStory } from './app/AppStory.tsx';
import { warningCalls } from './app/sampleWarnings.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Warnings' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const counts = () => screen.findByRole('navigation', { name: word('warnings:byWarning') }, WAIT);

/** Counted by warning, and each of them listed. One without any is not shown. */
export const Page = {
  ...appStory('case/warning', { calls: warningCalls() }),
  play: async () => {
    const nav = await counts();
    await soon(() => expect(within(nav).getByRole('link', { name: /Overdue/ })).toBeVisible());
    await expect(within(nav).queryByRole('link', { name: /Rejected/ })).toBeNull();
    await soon(() => expect(screen.getByText('“두통” has no code yet.')).toBeVisible());
  },
};

/** One warning alone; pressed once more, all are shown again. */
export const OneWarning = {
  ...appStory('case/warning/rule/uncoded', { calls: warningCalls() }),
  play: async () => {
    const nav = await counts();
    const chosen = await within(nav).findByRole('link', { name: /Term not coded/ });
    await expect(chosen).toHaveAttribute('aria-current', 'true');
    await screen.findByText('“두통” has no code yet.', {}, WAIT);
    await expect(screen.queryByText(/2 d overdue/)).toBeNull();
    await userEvent.click(chosen);
    await soon(() => expect(screen.getByText(/2 d overdue/)).toBeVisible());
  },
};

/** Of one receiver, by a link from elsewhere. */
export const OneReceiver = {
  ...appStory('case/warning/receiver/MFDS', { calls: warningCalls() }),
  play: async () => {
    const nav = await counts();
    await soon(() => expect(within(nav).getByRole('link', { name: /MFDS/ })).toHaveAttribute('aria-current'));
  },
};

/** Cases that were changed a moment ago are looked at. */
export const BeingChecked = {
  ...appStory('case/warning', { calls: warningCalls({ pending: 3 }) }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('warnings:pending', { count: 3 }))).toBeVisible());
  },
};

/** All is well. */
export const NothingToDo = {
  ...appStory('case/warning', { calls: warningCalls({ rows: [] }) }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('warnings:none'))).toBeVisible());
  },
};

/** The pages of the menu beside each other; the one that is shown is marked. */
export const Tabs = {
  ...appStory('case/email-log', { calls: warningCalls() }),
  play: async () => {
    const label = word('frame:tabs', { menu: word('frame:menu.items.Case') });
    const tabs = await screen.findByRole('navigation', { name: label }, WAIT);
    const names = within(tabs)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    await expect(names).toEqual(
      ['caseList', 'caseWarning', 'questionList', 'caseEmailLog', 'caseDuplicationCheck'].map((title) =>
        word(`pages:titles.${title}`),
      ),
    );
    await expect(within(tabs).getByRole('link', { name: word('pages:titles.caseEmailLog') })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await userEvent.click(within(tabs).getByRole('link', { name: word('pages:titles.caseWarning') }));
    await counts();
  },
};

/** A mail: what it carried, and what became of it at each recipient. Closed by Escape, the list is there. */
export const MailDetail = {
  ...appStory('case/email-log?mail=7', { calls: warningCalls() }),
  play: async () => {
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    await soon(() => expect(within(dialog).getByText('bo@example.com')).toBeVisible());
    await expect(within(dialog).getByText('550 5.1.1 mailbox unavailable')).toBeVisible();
    for (const result of ['sent', 'waiting', 'failed', 'notSent'])
      await expect(within(dialog).getAllByText(word(`emailLogs:results.${result}`))[0]).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await soon(() => expect(screen.getByText('Ana Ruiz <ana@example.com>')).toBeVisible());
  },
};
