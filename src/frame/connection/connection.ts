/** The connection to the server: the machine with calls, browser and queries as its world. */
import { useSelector } from '@xstate/react';
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { connectionMachine } from '../../../machines/connection/connection.machine.ts';
import { CallFailure, NO_CONNECTION, onReach } from '../../api/index.ts';
// past the door of the components: before the login only this one is needed
import { showError } from '../../components/toasts.tsx';
import { findServer } from '../version/readVersion.ts';

const EVENTS = { answered: 'call.answered', lost: 'call.lost', missed: 'reading.failed' } as const;

let askAgain = (): void => {};

export const connection = createActor(
  connectionMachine.provide({
    actors: { findServer: fromPromise(findServer) },
    actions: {
      askAgain: () => askAgain(),
      tellMissed: () => showError(i18next.t('failures:noAnswer')),
    },
  }),
  // a clock that is never set back
  { input: { now: () => performance.now(), random: Math.random } },
).start();

/** What the frame shows of it. */
export const useConnection = <T>(select: (snapshot: SnapshotFrom<typeof connectionMachine>) => T): T =>
  useSelector(connection, select);

const isNoConnection = (error: unknown): boolean =>
  error instanceof CallFailure && error.errCode === NO_CONNECTION;

/** From now on calls and browser tell of the connection, and queries that failed for want of it are asked again. */
export function watchConnection(queries: QueryClient): void {
  askAgain = () =>
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isNoConnection(state.error) });
  onReach((reach) => connection.send({ type: EVENTS[reach] }));
  window.addEventListener('offline', () => connection.send({ type: 'browser.offline' }));
  window.addEventListener('online', () => connection.send({ type: 'browser.online' }));
  if (!navigator.onLine) connection.send({ type: 'browser.offline' });
}
