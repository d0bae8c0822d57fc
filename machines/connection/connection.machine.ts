/** The connection to the server: lost, looked for with growing patience, found again. */
import { assign, fromPromise, setup } from 'xstate';

export const COUNTDOWN_TICK_MS = 1000;
/** How long to wait before each next look; the last one is repeated. */
export const WAITS_MS = [2000, 5000, 10_000, 20_000, 30_000, 60_000] as const;
/** Not all browsers look at the same moment when a server has come back. */
export const SPREAD = 0.2;
/** A look that takes longer has found nothing. */
export const LOOK_TIMEOUT_MS = 10_000;
/** How long it is said that the connection is back. */
export const BACK_SHOWN_MS = 4000;

type ConnectionEvent =
  /** a call got no answer */
  | { type: 'call.lost' }
  /** a call got one, whatever it says */
  | { type: 'call.answered' }
  /** the browser knows that it has no network, or that it has one again */
  | { type: 'browser.offline' }
  | { type: 'browser.online' }
  /** the user does not want to wait */
  | { type: 'try.now' };

interface ConnectionContext {
  /** looks in vain since the connection was lost */
  attempts: number;
  /** how often it was found again: after each time the server may be another one */
  found: number;
  /** when to look next, by the clock of `now` */
  nextAt: number;
  /** milliseconds of a clock that nobody sets back */
  now: () => number;
  /** 0 to 1 */
  random: () => number;
}

/** Milliseconds to the next look, never negative. */
export const waitLeftMs = ({ nextAt, now }: ConnectionContext): number => Math.max(0, nextAt - now());

function waitOf({ attempts, random }: ConnectionContext): number {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length - 1)] ?? 0;
  return wait * (1 - SPREAD + 2 * SPREAD * random());
}

/**
 * `findServer` resolves where the server answers. A call without an answer is looked into before the connection counts
 * as lost; where it is not, `tellMissed` says so of that call alone, and nothing is asked again: it would not end. When
 * the connection is back, `askAgain` asks once more what failed for want of it.
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
  guards: { isTime: ({ context }) => waitLeftMs(context) === 0 },
  delays: { tick: COUNTDOWN_TICK_MS, lookTimeout: LOOK_TIMEOUT_MS, backShown: BACK_SHOWN_MS },
}).createMachine({
  id: 'connection',
  context: ({ input }) => ({ attempts: 0, found: 0, nextAt: 0, ...input }),
  initial: 'online',
  states: {
    online: { on: { 'call.lost': 'doubting', 'browser.offline': 'offline' } },
    doubting: {
      invoke: { src: 'findServer', onDone: { target: 'online', actions: 'tellMissed' }, onError: 'offline' },
      after: { lookTimeout: 'offline' },
      on: { 'browser.offline': 'offline' },
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
      on: { 'call.lost': 'doubting', 'browser.offline': 'offline' },
    },
  },
});
