/** Loading the code of a page: the page-load machine with the browser as its world. */
import { createActor, fromPromise, waitFor } from 'xstate';
import { pageLoadMachine } from '../../machines/page-load/pageLoad.machine.ts';
import { reportError } from '../api/index.ts';
import { flushJournal } from '../journal/index.ts';

const key = (group: string): string => `casewright.loadRetries.${group}`;

/**
 * Resolves to what `load` gives. A failure reloads the page (the promise then stays open); after the last retry the
 * promise rejects with the reason, and the maximum is logged.
 */
export async function loadGroup<T>(group: string, load: () => Promise<T>): Promise<T> {
  const retries = Number(sessionStorage.getItem(key(group)) ?? 0);
  let loaded: { value: T } | null = null;
  let reason: unknown = new Error(`the pages of '${group}' took too long to load`);
  const machine = pageLoadMachine.provide({
    actors: {
      loadGroup: fromPromise(async () => {
        try {
          loaded = { value: await load() };
        } catch (error) {
          reason = error;
          throw error;
        }
      }),
    },
    actions: {
      forgetRetries: () => sessionStorage.removeItem(key(group)),
      reloadPage: () => {
        sessionStorage.setItem(key(group), String(retries + 1));
        void flushJournal().then(() => location.reload());
      },
      logMaximumExceeded: () => void reportError('PAGE_LOAD', reason),
    },
  });
  const actor = createActor(machine, { input: { retries } }).start();
  const end = await waitFor(actor, ({ status }) => status === 'done', { timeout: Infinity });
  // the page is about to go: nothing is to be drawn any more
  if (end.value === 'reloading') return new Promise(() => {});
  const found = loaded as { value: T } | null;
  if (end.value === 'loaded' && found) return found.value;
  throw reason;
}
