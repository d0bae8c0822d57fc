/** All paths in which a page's code is loaded, reloaded and abandoned. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { LOAD_TIMEOUT_MS, MAX_LOAD_RETRIES, pageLoadMachine } from './pageLoad.machine.ts';

checkModel(
  {
    machine: pageLoadMachine,
    world: () => undefined,
    starts: {
      'first time': () => ({ retries: 0 }),
      'last retry': () => ({ retries: MAX_LOAD_RETRIES - 1 }),
      'no retry left': () => ({ retries: MAX_LOAD_RETRIES }),
    },
    steps: {
      'code came': { answer: 'loadGroup', output: undefined },
      'chunk is gone': { answer: 'loadGroup', error: new Error('chunk is gone') },
      'server answers': { answer: 'findServer', output: undefined },
      'nobody answers': { answer: 'findServer', error: new Error('no connection') },
      'almost 120 s': { pass: LOAD_TIMEOUT_MS - 100 },
      '120 s': { pass: LOAD_TIMEOUT_MS },
    },
    invariants: {
      'it reloads at most five times': ({ after }) =>
        !after.matches('reloading') || after.context.retries < MAX_LOAD_RETRIES,
      'it gives up only after five retries, and says so': ({ after, history }) =>
        !after.matches('gaveUp') ||
        (after.context.retries >= MAX_LOAD_RETRIES &&
          history.some(({ action }) => action === 'logMaximumExceeded')),
      'it never reloads, nor gives up, unless the server answers': ({ before, after, step }) =>
        !(after.matches('reloading') || after.matches('gaveUp')) ||
        (before.matches('failed') && step === 'server answers'),
      'it never waits longer than the limit': ({ after, now }) =>
        !after.matches('loading') || now < LOAD_TIMEOUT_MS,
      'retries are forgotten at the end, never before': ({ after, history }) =>
        (after.matches('loaded') || after.matches('gaveUp')) ===
        history.some(({ action }) => action === 'forgetRetries'),
    },
  },
  it,
);
