/** The user's own account: logging in again over a page, password, open sessions, and the pages before the login. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import { announceExpired } from '../src/api/credentials.ts';
import type { Session } from '../src/session/sessionStore.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Account' } satisfies Meta;
export default meta;

const SESSIONS = [
  {
    sessionId: '0b0f6a0e-5d3c-4b55-9f5e-0f4b0a3f1a01',
    current: true,
    sponsorName: 'Acme Pharma',
    startedAt: '2026-01-15T00:12:00Z',
    lastSeenAt: '2026-01-15T01:40:00Z',
    expiresAt: '2026-01-15T02:40:00Z',
    ip: '203.0.113.7',
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36',
    signedInBy: 'password' as const,
  },
  {
    sessionId: '0b0f6a0e-5d3c-4b55-9f5e-0f4b0a3f1a02',
    current: false,
    sponsorName: '한국제약 주식회사',
    startedAt: '2026-01-14T23:02:00Z',
    lastSeenAt: '2026-01-14T23:58:00Z',
    expiresAt: '2026-01-15T02:10:00Z',
    ip: '198.51.100.20',
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1',
    signedInBy: 'sso' as const,
  },
];
const environment = (mail: boolean) =>
  fake(contract.readEnvironment, () => ({
    demo: false,
    mail,
    realms: [],
    links: { manual: null, manualV2: null, privacy: null, helpCenter: null, chatbot: null },
  }));

/** The session as the story signed in; its token is no other story's, which would hear that it has ended. */
let own: Session;
const mine = (appendix: string): Session =>
  (own = { ...sampleSession(appendix), token: crypto.randomUUID() });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

const typeAndExpire = async (): Promise<HTMLInputElement> => {
  const field = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('[data-item] input[type="text"]');
    if (!found) throw new Error('the page has no field yet');
    return found;
  });
  await userEvent.clear(field);
  await userEvent.type(field, 'Kept');
  field.setSelectionRange(2, 2);
  announceExpired();
  return field;
};

/** The session is over while something is not saved: the page is hidden, and goes on where it was. */
export const SignInAgain = {
  ...appStory('case/12/detail/DM', {
    session: mine,
    calls: [fake(contract.signIn, () => ({ ...own, token: crypto.randomUUID() }))],
  }),
  play: async () => {
    const field = await typeAndExpire();
    const again = await dialog(word('account:again.title'));
    await expect(field).not.toBeVisible();
    await userEvent.type(again.getByLabelText(/^(?!.*or hide)/, { selector: '[type=password]' }), 'right');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('X');
    await expect(field).toHaveValue('KeXpt');
  },
};

/** The dialog when the login is refused. */
export const SignInAgainRefused = {
  ...appStory('case/12/detail/DM', {
    session: mine,
    calls: [
      fake(contract.signIn, () => {
        throw new Refusal(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts. Try again in 32 seconds.');
      }),
    ],
  }),
  play: async () => {
    await typeAndExpire();
    const again = await dialog(word('account:again.title'));
    await userEvent.keyboard('wrong{Enter}');
    await soon(() => expect(again.getByRole('alert')).toHaveTextContent('32 seconds'));
  },
};

/** Who came by single sign-on goes that way again, in another tab. */
export const SignInAgainElsewhere = {
  ...appStory('case/12/detail/DM', { session: (appendix) => ({ ...mine(appendix), realmId: 'acme' }) }),
  play: async () => {
    await typeAndExpire();
    const again = await dialog(word('account:again.title'));
    await expect(again.getByRole('link', { name: word('account:again.openTab') })).toBeVisible();
  },
};

const chooseMine = async (entry: string) => {
  await userEvent.click(await screen.findByRole('button', { name: word('frame:header.myInfo') }));
  await userEvent.click(await screen.findByRole('button', { name: word(entry) }));
};

/** Changed once, the entry rests until the page is loaded again, and says so. */
export const ChangePassword = {
  ...appStory('home', { session: mine, calls: [fake(contract.changePassword, () => null)] }),
  play: async () => {
    await chooseMine('account:change.title');
    const change = await dialog(word('account:change.title'));
    const [current, chosen, confirmation] = change.getAllByLabelText(/./, { selector: '[type=password]' });
    if (!current || !chosen || !confirmation) throw new Error('three passwords are asked for');
    await userEvent.type(current, 'Old-password-1');
    await userEvent.type(confirmation, 'short');
    await userEvent.type(chosen, 'short{Enter}');
    await expect(chosen).toHaveAccessibleDescription(
      expect.stringContaining(word('account:rules.weak', { min: 8 })),
    );
    await expect(chosen).toHaveFocus();
    await userEvent.clear(chosen);
    await userEvent.type(chosen, 'New-password-1');
    await userEvent.clear(confirmation);
    await userEvent.type(confirmation, 'New-password-1{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: word('frame:header.myInfo') }));
    const entry = await screen.findByRole('button', { name: word('account:change.title') });
    // it takes the focus, and says why it does nothing
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toHaveAccessibleDescription(word('account:change.once'));
    await waitFor(() => expect(screen.getByText(word('account:change.once'))).toBeVisible());
  },
};

/** The current password was wrong. */
export const ChangePasswordRefused = {
  ...appStory('home', {
    session: mine,
    calls: [
      fake(contract.changePassword, () => {
        throw new Refusal(
          422,
          'WRONG_CURRENT_PASSWORD',
          'The current password is wrong; nothing was changed',
        );
      }),
    ],
  }),
  play: async () => {
    await chooseMine('account:change.title');
    const change = await dialog(word('account:change.title'));
    for (const field of change.getAllByLabelText(/./, { selector: '[type=password]' }))
      await userEvent.type(
        field,
        field.getAttribute('autocomplete') === 'new-password' ? 'New-1-password' : 'x',
      );
    await userEvent.keyboard('{Enter}');
    await soon(() => expect(change.getByRole('alert')).toBeVisible());
  },
};

export const OpenSessions = {
  ...appStory('home', {
    session: mine,
    calls: [
      fake(contract.listSessions, () => ({ sessionList: SESSIONS })),
      fake(contract.endOtherSessions, () => ({ ended: 1 })),
    ],
  }),
  play: async () => {
    await chooseMine('account:sessions.title');
    const sessions = await dialog(word('account:sessions.title'));
    await soon(() => expect(sessions.getByText('Chrome, Windows')).toBeVisible());
    await expect(sessions.getByText('Safari, iOS')).toBeVisible();
    await userEvent.click(sessions.getByRole('button', { name: word('account:sessions.endOthers') }));
  },
};

export const FindPassword = {
  ...appStory('/find-password/en', {
    session: null,
    calls: [environment(true), fake(contract.requestPasswordMail, () => null)],
  }),
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox'), 'case.editor{Enter}');
    await soon(() => expect(screen.getByRole('status')).toHaveTextContent('case.editor'));
  },
};

/** No mail server is set up: whom to ask instead. */
export const FindPasswordWithoutMail = {
  ...appStory('/find-password/en', { session: null, calls: [environment(false)] }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('login:findPassword.noMail'))).toBeVisible());
    await expect(screen.queryByRole('textbox')).toBeNull();
  },
};

const link = (open: boolean) =>
  fake(contract.readPasswordLink, () => ({ open, userId: open ? 'case.editor' : null }));

export const SetPassword = {
  ...appStory('/password/change/a-token/en', {
    session: null,
    calls: [link(true), fake(contract.setPasswordByLink, () => null)],
  }),
  play: async () => {
    const fields = await waitFor(() => {
      const found = document.querySelectorAll<HTMLInputElement>('input[type=password]');
      if (found.length !== 2) throw new Error('two passwords are asked for');
      return [...found];
    });
    for (const field of fields) await userEvent.type(field, 'New-password-1');
    await userEvent.keyboard('{Enter}');
    await soon(() => expect(screen.getByText(word('login:finish.text'))).toBeVisible());
  },
};

export const SetPasswordTooLate = {
  ...appStory('/password/change/a-token/en', { session: null, calls: [link(false)] }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('login:setPassword.closed'))).toBeVisible());
  },
};
