/** Loading the code of a page group: a failure reloads the whole page, a limited number of times. */
import { fromPromise, setup } from 'xstate';

/** Specification section 9. */
export const LOAD_TIMEOUT_MS = 120_000;
export const MAX_LOAD_RETRIES = 5;

/**
 * `retries` is the number of reloads for this group so far, stored outside the page, since a reload discards the
 * machine. `loadGroup` imports the code; `findServer` resolves if the server answers: reloading a page without a
 * connection would lose it, so no retry is spent. `reloadPage` records one more retry and reloads; `forgetRetries`
 * and `logMaximumExceeded` are the two ends.
 */
export const pageLoadMachine = setup({
  types: { context: {} as { retries: number }, input: {} as { retries: number } },
  actors: {
    loadGroup: fromPromise<void>(() => Promise.reject(new Error('loadGroup was not provided'))),
    findServer: fromPromise<void>(() => Promise.reject(new Error('findServer was not provided'))),
  },
  actions: { forgetRetries: () => {}, reloadPage: () => {}, logMaximumExceeded: () => {} },
  guards: { mayRetry: ({ context }) => context.retries < MAX_LOAD_RETRIES },
  delays: { loadTimeout: LOAD_TIMEOUT_MS },
}).createMachine({
  id: 'pageLoad',
  context: ({ input }) => ({ retries: input.retries }),
  initial: 'loading',
  states: {
    loading: {
      invoke: { src: 'loadGroup', onDone: 'loaded', onError: 'failed' },
      after: { loadTimeout: 'failed' },
    },
    failed: {
      invoke: {
        src: 'findServer',
        onDone: [{ guard: 'mayRetry', target: 'reloading' }, { target: 'gaveUp' }],
        onError: 'offline',
      },
    },
    loaded: { type: 'final', entry: 'forgetRetries' },
    reloading: { type: 'final', entry: 'reloadPage' },
    offline: { type: 'final' },
    gaveUp: { type: 'final', entry: ['forgetRetries', 'logMaximumExceeded'] },
  },
});
