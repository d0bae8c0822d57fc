/** The application itself, at an address, over sample answers instead of a server. */
import { useMemo } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { StoryObj } from '@storybook/react-vite';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { discardChanges } from '../../src/app-context/unsavedChanges.ts';
import { queryClient } from '../../src/feedback/queryClient.ts';
import { accountStore, openDialog, passwordChangedBy } from '../../src/frame/account/accountDialogs.ts';
import { isLanguage, storeLanguage } from '../../src/i18n/index.ts';
import { keyMapOpen, keyMapStore } from '../../src/frame/key-map/keyMapState.ts';
import { routes } from '../../src/router/routes.tsx';
import { forgetSession, signedIn, type Session } from '../../src/session/sessionStore.ts';
import { useStoryWorld, type StoryWorld } from '../StoryWorld.tsx';
import { answerCalls, type FakeCall } from './fakeCalls.ts';
import { sampleCalls } from './sampleCalls.ts';
import { sampleSession } from './sampleCase.ts';

export interface AppStoryProps {
  /** below the main prefix, e.g. `case/list`; with a leading slash the whole address */
  path: string;
}

function App({ path }: AppStoryProps) {
  const { language, appendix } = useStoryWorld();
  const router = useMemo(() => {
    const address = path.startsWith('/') ? path : `/1/2/${language}/${appendix}/${path}`;
    return createMemoryRouter(routes, { initialEntries: [address] });
  }, [path, language, appendix]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={`${language}/${appendix}`} router={router} />
    </QueryClientProvider>
  );
}

const worldOf = (globals: Record<string, unknown>): StoryWorld => ({
  language: isLanguage(String(globals.language)) ? (globals.language as StoryWorld['language']) : 'en',
  appendix: String(globals.appendix),
  readOnly: globals.readOnly === 'yes',
});

interface AppStoryOptions {
  /** instead of, or beside, the sample answers */
  calls?: readonly FakeCall[];
  /** null: nobody is signed in */
  session?: ((appendix: string) => Session) | null;
  /** done before the story is drawn; undone by what it returns when the story is left */
  prepare?: () => () => void;
}

/**
 * A story of a screen. Nothing of it outlives it: the network and what the tab remembered come back when it is left, for
 * the built Storybook is served where the real application is.
 */
export function appStory(
  path: string,
  { calls = [], session = sampleSession, prepare }: AppStoryOptions = {},
): StoryObj<AppStoryProps> {
  let giveBack = (): void => {};
  const enter = ({ globals }: { globals: Record<string, unknown> }) => {
    const world = worldOf(globals);
    giveBack();
    giveBack = answerCalls([...sampleCalls(world), ...calls]);
    queryClient.clear();
    storeLanguage(world.language);
    if (session) signedIn(session(world.appendix));
    else forgetSession();
    return {};
  };
  return {
    args: { path },
    render: (args) => <App {...args} />,
    parameters: { bare: true },
    loaders: [enter],
    beforeEach: () => {
      const remembered = { ...sessionStorage };
      const undo = prepare?.();
      return () => {
        undo?.();
        discardChanges();
        forgetSession();
        keyMapStore.set(keyMapOpen, false);
        accountStore.set(openDialog, null);
        accountStore.set(passwordChangedBy, null);
        queryClient.clear();
        giveBack();
        giveBack = () => {};
        Object.assign(sessionStorage, remembered);
      };
    },
  };
}
