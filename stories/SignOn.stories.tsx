/** Single sign-on: the way in beside the password, what an identity provider leads back to, and what it opens. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import type { SignOnTrip } from '../src/frame/sign-on/signOnTrip.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Sign-on' } satisfies Meta;
export default meta;

const provider = 'Acme Identity';
const CHALLENGE = 'c'.repeat(43);
const BACK = `/oauth/authorize?code=a-code&state=${'s'.repeat(43)}`;
const realms = fake(contract.readEnvironment, () => ({
  demo: false,
  mail: true,
  realms: [{ realmId: 'default', label: provider }],
  links: { manual: null, manualV2: null, privacy: null, helpCenter: null, chatbot: null },
}));
const answered = (linked: boolean) =>
  fake(contract.exchangeCode, () => ({
    ticket: 't'.repeat(43),
    realmId: 'default',
    ssoUserEmail: 'kim@example.org',
    linked,
  }));
const bySso = (appendix: string) => ({
  ...sampleSession(appendix),
  realmId: 'default',
  ssoUserEmail: 'kim@example.org',
});

/** The tab that the story runs in has begun a sign-on. */
const begun = (purpose: SignOnTrip['purpose']) => () => {
  const trip: SignOnTrip = {
    realmId: 'default',
    label: provider,
    challenge: CHALLENGE,
    purpose,
    returnTo: null,
  };
  sessionStorage.setItem('casewright.signOn', JSON.stringify(trip));
  return () => sessionStorage.removeItem('casewright.signOn');
};
const alert = () => screen.findByRole('alert');

/** One button for each identity provider. */
export const Login = {
  ...appStory('/login', {
    session: null,
    calls: [
      realms,
      fake(contract.readGrant, () => {
        throw new Refusal(
          502,
          'PROVIDER_UNAVAILABLE',
          'The identity provider is not responding. Try again later',
        );
      }),
    ],
  }),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: word('signOn:signInWith', { provider }) }),
    );
    await soon(async () => expect(await alert()).toHaveTextContent('is not responding'));
  },
};

/** Known to the provider, but not here yet. */
export const Link = {
  ...appStory(BACK, { session: null, calls: [realms, answered(false)], prepare: begun('signIn') }),
  play: async () => {
    await screen.findByRole('heading', { name: word('signOn:link.title') });
    await soon(() => expect(screen.getByLabelText(new RegExp(word('signOn:link.userId')))).toHaveFocus());
  },
};

/** The account has a second factor: its code is asked for, too. */
export const LinkByCode = {
  ...appStory(BACK, {
    session: null,
    calls: [
      realms,
      answered(false),
      fake(contract.signInAndLink, () => {
        throw new Refusal(401, 'SECOND_FACTOR_REQUIRED', 'Enter the code of your authenticator');
      }),
    ],
    prepare: begun('signIn'),
  }),
  play: async () => {
    await userEvent.type(await screen.findByLabelText(new RegExp(word('signOn:link.userId'))), 'kim');
    await userEvent.type(screen.getByLabelText(new RegExp(word('signOn:link.password'))), 'a password');
    await userEvent.click(screen.getByRole('button', { name: word('signOn:link.submit') }));
    await soon(() => expect(screen.getByLabelText(new RegExp(word('components:factor.code')))).toHaveFocus());
  },
};

/** In, and asked for whom to work, as after a password. Once that is answered, closing does not sign out any more. */
export const Choose = {
  ...appStory(BACK, {
    session: null,
    calls: [
      realms,
      answered(true),
      fake(contract.signInBySso, () => ({ ...bySso('ICH'), systemAdmin: true })),
    ],
    prepare: begun('signIn'),
  }),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: word('frame:sponsor.title') }));
    const ok = await dialog.findByRole('button', { name: word('common:ok') });
    await waitFor(() => expect(ok).toBeEnabled());
    const ways = dialog.getAllByRole('button', { name: word('common:close') });
    await expect(ways).toHaveLength(2);
    await userEvent.click(ok);
    for (const way of ways) await expect(!way.isConnected || way.matches(':disabled')).toBe(true);
  },
};

/** An authenticated user links their own account. */
export const LinkOwn = {
  ...appStory(BACK, { calls: [realms, answered(false)], prepare: begun('link') }),
  play: async () => {
    const userId = await screen.findByLabelText(new RegExp(word('signOn:link.userId')));
    await expect(userId).toHaveAttribute('readonly');
    await expect(screen.getByRole('button', { name: word('signOn:link.submitOwn') })).toBeVisible();
  },
};

/** The provider did not go along. */
export const Denied = {
  ...appStory('/oauth/authorize?error=access_denied', {
    session: null,
    calls: [realms],
    prepare: begun('signIn'),
  }),
  play: async () => {
    await soon(async () => expect(await alert()).toHaveTextContent(word('signOn:denied', { provider })));
    await expect(screen.getByRole('button', { name: word('signOn:again', { provider }) })).toBeVisible();
  },
};

/** A link from elsewhere: this tab expects no answer. */
export const NotBegun = {
  ...appStory(BACK, { session: null, calls: [realms] }),
  play: async () => {
    await soon(async () => expect(await alert()).toHaveTextContent(word('signOn:notBegun')));
    await expect(screen.getByRole('link', { name: word('signOn:toLogin') })).toBeVisible();
  },
};

/** The products beside this one. */
export const Siblings = {
  ...appStory('home', {
    session: bySso,
    calls: [
      realms,
      fake(contract.listSiblings, () => ({
        clientList: [
          { clientId: 'CDMS-1', name: 'Acme CDMS', url: 'https://cdms.example/start?site=1' },
          { clientId: 'CTMS-1', name: 'Acme CTMS', url: 'https://ctms.example' },
        ],
      })),
    ],
  }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: word('signOn:siblings') }));
    const first = await screen.findByRole('link', { name: word('signOn:opensTab', { name: 'Acme CDMS' }) });
    await waitFor(() => expect(first).toBeVisible());
    await expect(first.getAttribute('href')).toMatch(
      /^https:\/\/cdms\.example\/start\?site=1&language=\w\w$/,
    );
  },
};

/** What the account is linked with. */
export const Identities = {
  ...appStory('home', {
    session: bySso,
    calls: [
      realms,
      fake(contract.listSiblings, () => ({ clientList: [] })),
      fake(contract.listIdentities, () => ({
        identityList: [
          {
            identityKey: 1,
            label: provider,
            email: 'kim@example.org',
            linkedAt: '2026-01-10T09:00:00Z',
            lastUsedAt: '2026-01-15T00:12:00Z',
          },
          {
            identityKey: 2,
            label: 'https://old.example',
            email: null,
            linkedAt: '2025-06-01T09:00:00Z',
            lastUsedAt: null,
          },
        ],
      })),
    ],
  }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: word('frame:header.myInfo') }));
    await userEvent.click(await screen.findByRole('button', { name: word('signOn:identities.title') }));
    const dialog = within(await screen.findByRole('dialog', { name: word('signOn:identities.title') }));
    const unlink = word('signOn:identities.unlinkOf', { name: `${provider} · kim@example.org` });
    await waitFor(() => expect(dialog.getByRole('button', { name: unlink })).toBeVisible());
    await expect(
      dialog.getByRole('button', { name: word('signOn:identities.linkWith', { provider }) }),
    ).toBeVisible();
  },
};
