/** Loading the code of a page: the page-load machine with the browser as its world. */
import { createActor, fromPromise, waitFor } from 'xstate';
import { pageLoadMachine } from '../../machines/page-load/pageLoad.machine.ts';
import { reportError } from '../api/index.ts';
import { reloadAtRequested } from '../app-context/reload.ts';
import { findServer } from '../frame/version/readVersion.ts';

const key = (group: string): string => `casewright.loadRetries.${group}`;

/** The code of a page is not to be had: `offline` as long as the server does not answer. */
export class PageLoadError extends Error {
  override name = 'PageLoadError';
  readonly offline: boolean;

  constructor(offline: boolean, options: ErrorOptions) {
    super(offline ? 'the server does not answer' : 'the maximum of retries was exceeded', options);
    this.offline = offline;
  }
}

/**
 * Resolves to what `load` gives. A failure reloads the page at the address it was to be loaded for (the promise then
 * stays open). Without a connection, and after the last retry, which is logged, the promise rejects with a
 * `PageLoadError`.
 */
export async function loadGroup<T>(group: string, load: () => Promise<T>): Promise<T> {
  const retries = Number(sessionStorage.getItem(key(group)) ?? 0);
  let loaded: { value: T } | null = null;
  let cause: unknown = new Error(`the pages of '${group}' took too long to load`);
  const machine = pageLoadMachine.provide({
    actors: {
      loadGroup: fromPromise(async () => {
        try {
          loaded = { value: await load() };
        } catch (error) {
          cause = error;
          throw error;
        }
      }),
      findServer: fromPromise(findServer),
    },
    actions: {
      forgetRetries: () => sessionStorage.removeItem(key(group)),
      reloadPage: () => {
        sessionStorage.setItem(key(group), String(retries + 1));
        void reloadAtRequested();
      },
      logMaximumExceeded: () => void reportError('PAGE_LOAD', new PageLoadError(false, { cause })),
    },
  });
  const actor = createActor(machine, { input: { retries } }).start();
  const end = await waitFor(actor, ({ status }) => status === 'done', { timeout: Infinity });
  // the page is about to go: nothing is to be drawn any more
  if (end.value === 'reloading') return new Promise(() => {});
  const found = loaded as { value: T } | null;
  if (end.value === 'loaded' && found) return found.value;
  throw new PageLoadError(end.value === 'offline', { cause });
}
