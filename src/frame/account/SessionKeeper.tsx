/** Runs the session of the tab: the session machine with server, other tabs, journal and the page as its world. */
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { sessionMachine, type SessionEvent } from '../../../machines/session/session.machine.ts';
import { extendSession, signIn } from '../../../shared/contract/index.ts';
import { call, CallFailure, EXPIRED, onSessionExpired } from '../../api/index.ts';
import { serverNow } from '../../clock/index.ts';
import { showInfo } from '../../components/index.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { flushJournal } from '../../journal/index.ts';
import { isTextField } from '../../keys/textField.ts';
import { announceDeadline, watchOtherTabs, watchSignIns } from '../../session/otherTabs.ts';
import {
  expireSession,
  forgetSession,
  joinSession,
  signedIn,
  suspendSession,
  useSession,
} from '../../session/sessionStore.ts';
import { NO_SENDER, useRouteContext } from '../../app-context/routeContext.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { hasUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { AccountDialogs } from './AccountMenu.tsx';
import { SignInAgain } from './SignInAgain.tsx';

/** Specification, dialogs, section 9. */
const IGNORED_MESSAGE_MS = 2000;
const MINUTE_MS = 60_000;

interface SessionRun {
  state: SnapshotFrom<typeof sessionMachine>;
  send: (event: SessionEvent) => void;
}
const RunContext = createContext<SessionRun | null>(null);

/** The running session machine; only below the keeper. */
export function useSessionRun(): SessionRun {
  const run = useContext(RunContext);
  if (!run) throw new Error('useSessionRun was called outside of SessionKeeper');
  return run;
}

/** A field with the caret may hold what the page does not know of yet. */
const holdsWork = (): boolean => hasUnsavedChanges() || isTextField(document.activeElement);
const isExpired = (error: unknown): boolean => error instanceof CallFailure && error.errCode === EXPIRED;

export interface SessionKeeperProps {
  /** to the login, which leads back here */
  onLeave: () => void;
  children: ReactNode;
}

export function SessionKeeper({ onLeave, children }: SessionKeeperProps) {
  const { expiresAt, sessionMinutes } = useSession();
  const machine = useSessionWorld(onLeave);
  const [state, send] = useMachine(machine, {
    input: { deadline: Date.parse(expiresAt), length: sessionMinutes * MINUTE_MS, now: serverNow, holdsWork },
  });
  useOtherTabs(state.matches('over'), send);
  useEffect(() => onSessionExpired(() => send({ type: 'session.expired' })), [send]);
  const run = useMemo(() => ({ state, send }), [state, send]);
  return (
    <RunContext value={run}>
      {children}
      <AccountDialogs />
      {state.matches({ over: 'covered' }) && (
        <SignInAgain
          failure={state.context.failure}
          busy={state.matches({ over: { covered: 'signingIn' } })}
          onPassword={(given) => send({ type: 'password.given', ...given })}
          onLeave={() => send({ type: 'page.left' })}
        />
      )}
    </RunContext>
  );
}

function useSessionWorld(onLeave: () => void): typeof sessionMachine {
  // the words are there before they are needed: then the server may not answer any more
  const { t } = useTranslation(['frame', 'account']);
  const { token, userId, timeZone } = useSession();
  const { sponsorKey, sessionSenderKey } = useRouteContext();
  const queries = useQueryClient();
  return useMemo(
    () =>
      sessionMachine.provide({
        actors: {
          extendSession: fromPromise(async () => Date.parse((await call(extendSession, {})).expiresAt)),
          signInAgain: fromPromise(async ({ input, signal }) => {
            const context = {
              sponsorKey,
              ...(sessionSenderKey === NO_SENDER ? {} : { senderKey: Number(sessionSenderKey) }),
            };
            const next = await call(signIn, {
              body: { userId, ...input, ...context },
              signal,
              ignore: 'ALL',
            });
            signedIn(next);
            return Date.parse(next.expiresAt);
          }),
        },
        actions: {
          announceDeadline: (_, { deadline }) => announceDeadline(token, deadline),
          showWillExpire: () => showInfo(t('session.willExpire'), IGNORED_MESSAGE_MS),
          showExtendFailed: (_, { error }) => showFailure(error),
          showLimit: (_, { deadline }) =>
            showInfo(t('session.limit', { time: formatTime(new Date(deadline).toISOString(), timeZone) })),
          logOut: (_, { reason }) => void expireSession(reason),
          keepEdits: () => {
            suspendSession();
            void flushJournal();
          },
          showExpired: () => showInfo(t('session.expired')),
          goOn: () =>
            void queries.invalidateQueries({ predicate: ({ state: { error } }) => isExpired(error) }),
          leave: () => {
            forgetSession();
            onLeave();
          },
        },
      }),
    [token, userId, timeZone, sponsorKey, sessionSenderKey, queries, onLeave, t],
  );
}

/** What other tabs do to the session is done to it here too; while it is over, their new one is taken up. */
function useOtherTabs(isOver: boolean, send: (event: SessionEvent) => void): void {
  const { token, userKey } = useSession();
  useEffect(
    () =>
      watchOtherTabs(token, {
        deadline: (deadline) => send({ type: 'deadline.moved', deadline }),
        ended: (expired) => send({ type: expired ? 'session.expired' : 'session.ended' }),
      }),
    [token, send],
  );
  useEffect(() => {
    if (!isOver) return;
    return watchSignIns(userKey, (theirs) => {
      joinSession(theirs).then(
        ({ expiresAt }) => send({ type: 'session.renewed', deadline: Date.parse(expiresAt) }),
        (error: unknown) => console.warn('the session of the other tab could not be taken up', error),
      );
    });
  }, [isOver, userKey, send]);
}
