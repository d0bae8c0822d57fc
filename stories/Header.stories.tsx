/** The header with each of its popovers, and the choice of sponsor and sender with everything that can be missing. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  listSenders,
  listSponsors,
  readEnvironment,
  readLogo,
  readNotificationRules,
  readNotifications,
} from '../shared/contract/index.ts';
import { USUAL_RULES, type NotificationKind } from '../shared/notifications/notifications.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Frame/Header' } satisfies Meta;
export default meta;

const button = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });

/** Opens a popover by the keyboard and answers what is in it. */
async function open(name: string) {
  (await button(name)).focus();
  await userEvent.keyboard('{Enter}');
  return within(await screen.findByRole('dialog', { name: new RegExp(`^${name}`) }));
}

/** Escape closes it, and one goes on where one was. */
async function closesAgain(name: string): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const target = await button(name);
  await waitFor(() => expect(target).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog');
}

/** What the product is and where help is found; all of it is set up. */
export const Help = {
  ...appStory('home'),
  play: async () => {
    const name = word('help:title');
    const help = await open(name);
    await waitFor(() => expect(help.getByText(word('help:version', { version: '1.1' }))).toBeVisible());
    await expect(help.getByRole('link', { name: new RegExp(word('help:manual')) })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await expect(help.getByRole('button', { name: word('help:helpCenter') })).toBeVisible();
    await expect(help.getByRole('link', { name: new RegExp(word('help:privacy')) })).toBeVisible();
    await closesAgain(name);
  },
};

/** Nothing outside is set up: what leads there is not shown. */
export const HelpAlone = {
  ...appStory('home', {
    calls: [
      fake(readEnvironment, () => ({
        demo: true,
        mail: false,
        realms: [],
        links: { manual: null, manualV2: null, privacy: null, helpCenter: null, chatbot: null },
      })),
    ],
  }),
  play: async () => {
    const help = await open(word('help:title'));
    await waitFor(() => expect(help.getAllByRole('button')).toHaveLength(1));
    await expect(help.queryByRole('link')).toBeNull();
    await expect(screen.queryByRole('button', { name: word('help:chatbot') })).toBeNull();
  },
};

/** Who has signed in. */
export const User = {
  ...appStory('home'),
  play: async () => {
    const name = word('frame:header.user');
    const user = await open(name);
    await waitFor(() => expect(user.getByText('case.editor')).toBeVisible());
    await expect(user.getByText('Case processor')).toBeVisible();
    await closesAgain(name);
  },
};

/** A system administrator has no role. */
export const UserOfTheSystem = {
  ...appStory('home', { session: (appendix) => ({ ...sampleSession(appendix), systemAdmin: true }) }),
  play: async () => {
    const user = await open(word('frame:header.user'));
    await waitFor(() => expect(user.getByText('case.editor')).toBeVisible());
    await expect(user.queryByText('Case processor')).toBeNull();
  },
};

/** The user's account menu, with log out. */
export const MyInfo = {
  ...appStory('home'),
  play: async () => {
    const name = word('frame:header.myInfo');
    const own = await open(name);
    await waitFor(() => expect(own.getByRole('button', { name: word('frame:header.logOut') })).toBeVisible());
    await closesAgain(name);
  },
};

const LONG_ORGANISATION =
  '한국의약품안전관리연구개발임상시험수탁기관주식회사서울특별시강남구본사지점제일부서';
const LONG_USER = '김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리캉무두셀라구름';

/** Names of forty letters are truncated, shown in full by their buttons, and do not break the header. */
export const LongNames = {
  ...appStory('home', {
    session: (appendix) => ({
      ...sampleSession(appendix),
      senderName: LONG_ORGANISATION,
      userName: LONG_USER,
    }),
  }),
  play: async () => {
    const user = await button(`${word('frame:header.user')}: ${LONG_USER}`);
    await expect(user).toBeInTheDocument();
    const header = user.closest('header') as HTMLElement;
    await expect(header.scrollWidth).toBeLessThanOrEqual(header.clientWidth);
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
};

/** The logo of the company. */
const withLogo = (content: string) =>
  appStory('home', {
    calls: [
      fake(readLogo, () => ({ logo: { fileName: 'logo.png', mediaType: 'image/png' as const, content } })),
    ],
  });

export const OwnLogo = {
  ...withLogo(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  play: async () => {
    const home = await screen.findByRole('link', { name: word('frame:header.toHome') });
    await waitFor(() => expect(home.querySelector('img')).toBeVisible());
  },
};

/** What is no image is replaced by the product's own logo. */
export const BrokenLogo = {
  ...withLogo('bm8gaW1hZ2U='),
  play: async () => {
    await soon(() => expect(screen.getByText('Casewright')).toBeVisible());
  },
};

const openChoice = async () => {
  await userEvent.click(await button(word('frame:header.switchSponsor')));
  const choice = within(await screen.findByRole('dialog', { name: word('frame:sponsor.title') }));
  return {
    choice,
    sponsor: () => choice.getByRole('combobox', { name: new RegExp(`^${word('frame:sponsor.sponsor')}`) }),
    sender: () => choice.getByRole('combobox', { name: new RegExp(`^${word('frame:sponsor.sender')}`) }),
    submit: () => userEvent.click(choice.getByRole('button', { name: word('common:ok') })),
  };
};

/** The sender is cleared: a message at once, and the focus there when one goes on all the same. */
export const SenderMissing = {
  ...appStory('home'),
  play: async () => {
    const { choice, sender, submit } = await openChoice();
    await waitFor(() => expect(sender()).toHaveValue('2'));
    await userEvent.selectOptions(sender(), '');
    await expect(choice.getByText(word('frame:sponsor.senderMissing'))).toBeVisible();
    await submit();
    await expect(sender()).toHaveFocus();
  },
};

/** No sponsor is chosen: there is no sender either. */
export const SponsorMissing = {
  ...appStory('home'),
  play: async () => {
    const { choice, sponsor, sender, submit } = await openChoice();
    await waitFor(() => expect(sponsor()).toHaveValue('1'));
    await userEvent.selectOptions(sponsor(), '');
    await expect(sender()).toBeDisabled();
    await expect(choice.getByText(word('frame:sponsor.sponsorMissing'))).toBeVisible();
    await submit();
    await expect(sponsor()).toHaveFocus();
  },
};

/** Another sponsor: its senders are read, and the first is the default. */
export const OtherSponsor = {
  ...appStory('home', {
    calls: [
      fake(listSenders, ({ params: { sponsorKey } }) => ({
        senderList: [{ SENDER_KEY: sponsorKey * 10, SND_ORGAN: `Sender of ${sponsorKey}` }],
      })),
      fake(listSponsors, () => ({
        sponsorList: [1, 2].map((sponsorKey) => ({ sponsorKey, sponsorName: `Sponsor ${sponsorKey}` })),
        supported: [],
        systemAdmin: true,
      })),
    ],
  }),
  play: async () => {
    const { choice, sponsor, sender } = await openChoice();
    await waitFor(() => expect(sender()).toHaveValue('10'));
    await userEvent.selectOptions(sponsor(), '2');
    await waitFor(() => expect(sender()).toHaveValue('20'));
    await expect(choice.getByRole('button', { name: word('frame:sponsor.system') })).toBeVisible();
  },
};

/** The senders cannot be read; one may try again. */
export const SendersFailed = {
  ...appStory('home', {
    calls: [
      fake(listSenders, () => {
        throw new Refusal(500, 'INTERNAL', 'The server could not answer.');
      }),
    ],
  }),
  play: async () => {
    const { choice } = await openChoice();
    await soon(() => expect(choice.getByRole('alert')).toBeVisible());
    await expect(choice.getByRole('button', { name: word('frame:sponsor.retry') })).toBeVisible();
  },
};

/** A sponsor without a sender is worked for without one. */
export const NoSenderYet = {
  ...appStory('home', { calls: [fake(listSenders, () => ({ senderList: [] }))] }),
  play: async () => {
    const { choice } = await openChoice();
    await soon(() => expect(choice.getByText(word('frame:sponsor.noSender'))).toBeVisible());
  },
};

const waiting = (kind: NotificationKind, notificationKey: number, facts: object) => ({
  notificationKey,
  kind,
  facts: facts as Record<string, string | number>,
  path: 'home',
  at: '2026-11-26T02:00:00.000Z',
  readAt: kind === 'sync' ? '2026-11-26T03:00:00.000Z' : null,
});
const NOTIFICATIONS = [
  waiting('due', 1, { caseNo: 'CASE-2026-00005', receiver: 'FDA', day: '20261204' }),
  waiting('assigned', 2, { caseNo: 'CASE-2026-00007', by: 'Mina Park' }),
  waiting('rejected', 3, { caseNo: 'CASE-2026-00003', receiver: 'EMA' }),
  waiting('sync', 4, { study: 'HB-VEL-301', fresh: 12, changed: 1, failed: 0, removed: 0 }),
  waiting('difference', 5, { count: 3 }),
];

/** What waits for the user: one of each kind. */
export const Notifications = {
  ...appStory('home', { calls: [fake(readNotifications, () => ({ listInfo: NOTIFICATIONS, unread: 4 }))] }),
  play: async () => {
    const list = await open(word('notifications:title'));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(NOTIFICATIONS.length));
  },
};

/** The rules of notifications, of a user whom no mail reaches. */
export const NotificationRules = {
  ...appStory('home', { calls: [fake(readNotificationRules, () => ({ rules: USUAL_RULES, mailTo: null }))] }),
  play: async () => {
    const list = await open(word('notifications:title'));
    await userEvent.click(list.getByRole('button', { name: word('notifications:rules.open') }));
    const rules = within(await screen.findByRole('dialog', { name: word('notifications:rules.title') }));
    await rules.findByRole('button', { name: word('notifications:rules.save') });
  },
};
