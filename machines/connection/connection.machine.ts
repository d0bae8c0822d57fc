/** The connection to the server: lost, probed with increasing delays, restored. */
import { assign, fromPromise, setup } from 'xstate';

export const COUNTDOWN_TICK_MS = 1000;
/** Delays before each next probe; the last one repeats. */
export const WAITS_MS = [2000, 5000, 10_000, 20_000, 30_000, 60_000] as const;
/** Spreads the probes of browsers when a server comes back. */
export const SPREAD = 0.2;
/** A probe that takes longer has failed. */
export const LOOK_TIMEOUT_MS = 10_000;
/** How long the restored connection is announced. */
export const BACK_SHOWN_MS = 4000;

type ConnectionEvent =
  /** a call got no answer */
  | { type: 'call.lost' }
  /** data are missing: a reading, and what was tried again for it, got no answer */
  | { type: 'reading.failed' }
  /** a call got any answer */
  | { type: 'call.answered' }
  /** the browser reports that it is offline or online */
  | { type: 'browser.offline' }
  | { type: 'browser.online' }
  /** the user requests a probe now */
  | { type: 'try.now' };

interface ConnectionContext {
  /** failed probes since the connection was lost */
  attempts: number;
  /** how often it was restored: each time may be another server */
  found: number;
  /** a reading failed since the connection is in doubt */
  missed: boolean;
  /** when the next probe is due, by the clock `now` */
  nextAt: number;
  /** milliseconds of a monotonic clock */
  now: () => number;
  /** 0 to 1 */
  random: () => number;
}

/** Milliseconds until the next probe, never negative. */
export const waitLeftMs = ({ nextAt, now }: ConnectionContext): number => Math.max(0, nextAt - now());

function waitOf({ attempts, random }: ConnectionContext): number {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length - 1)] ?? 0;
  return wait * (1 - SPREAD + 2 * SPREAD * random());
}

/**
 * `findServer` resolves if the server answers. After a call without an answer it is probed before the connection
 * counts as lost; if the server answers, `tellMissed` reports a reading that failed, without a retry, which could repeat
 * forever. When the connection is back, `askAgain` repeats the readings that failed for lack of it.
 */
export const connectionMachine = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    input: {} as { now: () => number; random: () => number },
  },
  actors: {
    findServer: fromPromise<void>(() => Promise.reject(new Error('findServer was not provided'))),
  },
  actions: {
    planNext: assign(({ context }) => ({
      attempts: context.attempts + 1,
      nextAt: context.now() + waitOf(context),
    })),
    countFound: assign({ attempts: 0, nextAt: 0, found: ({ context }) => context.found + 1 }),
    askAgain: () => {},
    tellMissed: () => {},
  },
  guards: {
    someMissed: ({ context }) => context.missed,
    isTime: ({ context }) => waitLeftMs(context) === 0,
  },
  delays: { tick: COUNTDOWN_TICK_MS, lookTimeout: LOOK_TIMEOUT_MS, backShown: BACK_SHOWN_MS },
}).createMachine({
  id: 'connection',
  context: ({ input }) => ({ attempts: 0, found: 0, missed: false, nextAt: 0, ...input }),
  initial: 'online',
  states: {
    online: {
      on: {
        'call.lost': 'doubting',
        'reading.failed': { actions: 'tellMissed' },
        'browser.offline': 'offline',
      },
    },
    doubting: {
      invoke: {
        src: 'findServer',
        onDone: [{ guard: 'someMissed', target: 'online', actions: 'tellMissed' }, { target: 'online' }],
        onError: 'offline',
      },
      after: { lookTimeout: 'offline' },
      on: {
        'reading.failed': { actions: assign({ missed: true }) },
        'browser.offline': 'offline',
      },
      exit: assign({ missed: false }),
    },
    offline: {
      initial: 'waiting',
      on: { 'call.answered': 'back' },
      states: {
        waiting: {
          entry: 'planNext',
          on: { 'try.now': 'looking', 'browser.online': 'looking' },
          initial: 'ticking',
          states: {
            ticking: {
              after: {
                tick: [
                  { guard: 'isTime', target: '#connection.offline.looking' },
                  { target: 'ticking', reenter: true },
                ],
              },
            },
          },
        },
        looking: {
          invoke: { src: 'findServer', onDone: '#connection.back', onError: 'waiting' },
          after: { lookTimeout: 'waiting' },
        },
      },
    },
    back: {
      entry: ['countFound', 'askAgain'],
      after: { backShown: 'online' },
      on: {
        'call.lost': 'doubting',
        'reading.failed': { actions: 'tellMissed' },
        'browser.offline': 'offline',
      },
    },
  },
});
