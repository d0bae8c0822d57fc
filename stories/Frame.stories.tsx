/** The frame around every page, and the pages outside of it, as the application draws them. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { listCases, readPage, signIn } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, silent } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Frame' } satisfies Meta;
export default meta;

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

/** Header, side menu, session clock and the first page. */
export const Home = {
  ...appStory('home'),
  play: async () => {
    await soon(async () => expect(await title(word('home:welcome', { name: 'Kim Editor' }))).toBeVisible());
    await expect(screen.getByRole('navigation', { name: word('frame:menu.label') })).toBeVisible();
    await soon(() => expect(screen.getByText('KR-ACME-2026-0012')).toBeVisible());
  },
};

/** The side menu with its words. */
export const ExpandedMenu = {
  ...appStory('home'),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: word('frame:menu.expand') }));
    await soon(() => expect(screen.getByText(word('frame:menu.items.Monitoring'))).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: word('frame:menu.collapse') }));
    await userEvent.click(await screen.findByRole('button', { name: word('frame:menu.expand') }));
  },
};

export const CaseList = {
  ...appStory('case/list'),
  play: async () => {
    await soon(() => expect(screen.getByText('KR-ACME-2026-0012')).toBeVisible());
  },
};

/** What a slow server looks like. */
export const Waiting = {
  ...appStory('case/12/detail/DM', { calls: [silent(readPage)] }),
  play: async () => {
    await expect((await screen.findAllByLabelText(word('frame:loading')))[0]).toBeInTheDocument();
    await title(/KR-ACME-2026-0012/);
  },
};

/** A page of a case with its tabs. */
export const CasePage = {
  ...appStory('case/12/detail/DM'),
  play: async () => {
    await title(/KR-ACME-2026-0012/);
    await waitFor(() => expect(document.querySelector('[data-item] input')).toBeVisible());
  },
};

/** The row list of a page; the third row is deleted. */
export const CaseRows = {
  ...appStory('case/12/detail/DG'),
  play: async () => {
    await soon(() => expect(screen.getByRole('grid')).toBeVisible());
  },
};

/** The page of a user without the privilege. */
export const Forbidden = {
  ...appStory('case/list', { session: (appendix) => ({ ...sampleSession(appendix), privList: [] }) }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('pages:badPermission'))).toBeVisible());
  },
};

export const NotFound = {
  ...appStory('no/such/place'),
  play: async () => {
    await soon(() => expect(screen.getByText(word('pages:notFound'))).toBeVisible());
  },
};

/** The list could not be read: a notice says so and stays. */
export const FailedCall = {
  ...appStory('case/list', {
    calls: [
      fake(listCases, () => {
        throw new Refusal(500, 'INTERNAL', 'The server could not answer. The incident was recorded.');
      }),
    ],
  }),
  play: async () => {
    const notice = await screen.findByText(/The server could not answer/);
    // it slides in
    await waitFor(() => expect(notice).toBeVisible());
  },
};

export const Login = {
  ...appStory('/login/en', { session: null }),
  play: async () => {
    const user = await screen.findByRole('textbox');
    await userEvent.type(user, 'case.editor');
    await expect(user).toHaveValue('case.editor');
  },
};

const signInWith = async (password: string) => {
  await userEvent.type(await screen.findByRole('textbox'), 'case.editor');
  await userEvent.tab();
  await userEvent.keyboard(`${password}{Enter}`);
};

export const LoginRefused = {
  ...appStory('/login/en', {
    session: null,
    calls: [
      fake(signIn, () => {
        throw new Refusal(401, 'WRONG_PASSWORD', 'User id or password is wrong');
      }),
    ],
  }),
  play: async () => {
    await signInWith('not-it');
    await soon(() => expect(screen.getByText(/id or password is wrong/)).toBeVisible());
  },
};

/** More than one sponsor: whom does one work for? */
export const LoginChoice = {
  ...appStory('/login/en', { session: null }),
  play: async () => {
    await signInWith('anything');
    await soon(() => expect(screen.getByRole('dialog', { name: word('frame:sponsor.title') })).toBeVisible());
  },
};

export const SetUp = {
  ...appStory('/set-up/a-token', { session: null }),
  play: async () => {
    await expect((await screen.findAllByRole('textbox')).length).toBeGreaterThan(2);
  },
};
