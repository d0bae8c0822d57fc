/** The session's countdown: one absolute deadline shared by all tabs, a warning, and the log-out at zero. */
import { assign, fromPromise, raise, setup } from 'xstate';

/** Specification section 9. */
export const TICK_MS = 1000;
export const WARN_BEFORE_EXPIRY_MS = 5 * 60 * 1000;
export const EXPIRED_REASON = 'Logout - Session Expired';

type SessionEvent =
  /** the user asks for more time: the warning's Extend, or a click on the countdown */
  | { type: 'session.extend' }
  /** the warning's Ignore */
  | { type: 'warning.ignored' }
  /** another tab has got more time */
  | { type: 'deadline.moved'; deadline: number }
  /** the user logged out, here or in another tab, or the server said EXPIRED */
  | { type: 'session.ended' }
  | { type: 'clock.ticked' };

interface SessionContext {
  /** milliseconds since 1970, the server's clock */
  deadline: number;
  /** the latest time seen; time never goes back, even where the machine's clock does */
  seen: number;
  now: () => number;
}

/** Milliseconds left, never negative. */
export const remainingMs = ({ deadline, seen }: Pick<SessionContext, 'deadline' | 'seen'>): number =>
  Math.max(0, deadline - seen);

/**
 * Input: the deadline and the clock to read. `extendSession` resolves to the new deadline. `announceDeadline` tells the
 * other tabs, `logOut` ends the session with `EXPIRED_REASON`, `showWillExpire` is the answer to Ignore.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as { deadline: number; now: () => number },
  },
  actors: {
    extendSession: fromPromise<number>(() => Promise.reject(new Error('extendSession was not provided'))),
  },
  actions: {
    // a clock set back counts as one tick, a sleeping computer as the time it slept
    readClock: assign({ seen: ({ context }) => Math.max(context.seen + TICK_MS, context.now()) }),
    moveDeadline: assign({
      deadline: (_, { deadline }: { deadline: number }) => deadline,
      seen: ({ context }) => Math.max(context.seen, context.now()),
    }),
    announceDeadline: (_, _moved: { deadline: number }) => {},
    showWillExpire: () => {},
    showExtendFailed: (_, _failure: { error: unknown }) => {},
    logOut: (_, _why: { reason: string }) => {},
  },
  guards: {
    isOver: ({ context }) => remainingMs(context) === 0,
    isNear: ({ context }) => remainingMs(context) <= WARN_BEFORE_EXPIRY_MS,
  },
  delays: { tick: TICK_MS },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ deadline: input.deadline, seen: input.now(), now: input.now }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      on: { 'session.ended': 'ended' },
      states: {
        ticker: {
          initial: 'waiting',
          states: {
            waiting: {
              after: {
                tick: {
                  target: 'waiting',
                  reenter: true,
                  actions: ['readClock', raise({ type: 'clock.ticked' })],
                },
              },
            },
          },
        },
        countdown: {
          initial: 'quiet',
          on: {
            'clock.ticked': { guard: 'isOver', target: '#session.expired' },
            'deadline.moved': {
              target: '.quiet',
              actions: { type: 'moveDeadline', params: ({ event }) => ({ deadline: event.deadline }) },
            },
          },
          states: {
            quiet: { always: { guard: 'isNear', target: 'warning' } },
            warning: { on: { 'warning.ignored': { target: 'ignored', actions: 'showWillExpire' } } },
            ignored: {},
          },
        },
        extension: {
          initial: 'idle',
          states: {
            idle: { on: { 'session.extend': 'extending' } },
            extending: {
              invoke: {
                src: 'extendSession',
                onDone: {
                  target: 'idle',
                  actions: [
                    { type: 'announceDeadline', params: ({ event }) => ({ deadline: event.output }) },
                    raise(({ event }) => ({ type: 'deadline.moved' as const, deadline: event.output })),
                  ],
                },
                onError: {
                  target: 'idle',
                  actions: { type: 'showExtendFailed', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
          },
        },
      },
    },
    expired: { type: 'final', entry: { type: 'logOut', params: { reason: EXPIRED_REASON } } },
    ended: { type: 'final' },
  },
});
