/** The session: one absolute deadline shared by all tabs, a warning before it, and what happens when it has expired. */
import { assign, fromPromise, raise, setup } from 'xstate';

/** Specification section 9. */
export const TICK_MS = 1000;
export const WARN_BEFORE_EXPIRY_MS = 5 * 60 * 1000;
export const EXPIRED_REASON = 'Logout - Session Expired';
/** How long the message is shown before an expired session opens the login page. */
export const EXPIRY_REDIRECT_MS = 1000;

export type SessionEvent =
  /** the user extends the session: in the warning, or by clicking the countdown */
  | { type: 'session.extend' }
  /** the user dismisses the warning */
  | { type: 'warning.ignored' }
  /** another tab has extended the session */
  | { type: 'deadline.moved'; deadline: number }
  /** the server answered EXPIRED, or the time expired in another tab first */
  | { type: 'session.expired' }
  /** the user logged out in another tab */
  | { type: 'session.ended' }
  | { type: 'clock.ticked' }
  /** from the dialog over the covered page */
  | { type: 'password.given'; password: string; code?: string }
  /** another tab has a new session of the same user */
  | { type: 'session.renewed'; deadline: number }
  /** leaves the covered page for the login page */
  | { type: 'page.left' };

interface SessionInput {
  deadline: number;
  /** milliseconds of a session that is not extended */
  length: number;
  now: () => number;
  /** whether the page has data that would be lost */
  holdsWork: () => boolean;
}

interface SessionContext extends SessionInput {
  /** the latest time read; never decreases, even if the system clock does */
  seen: number;
  /** why signing in over the page failed; null: not tried, or in progress */
  failure: unknown;
}

/** A short session is not warned of as soon as it begins, and again after each extension. */
const warnBefore = ({ length }: Pick<SessionContext, 'length'>): number =>
  Math.min(WARN_BEFORE_EXPIRY_MS, length / 2);

/** Milliseconds left, never negative. */
export const remainingMs = ({ deadline, seen }: Pick<SessionContext, 'deadline' | 'seen'>): number =>
  Math.max(0, deadline - seen);

/**
 * Input: the deadline (milliseconds since 1970, the server's clock), the length of a session and the clock to read.
 * `extendSession` and `signInAgain` resolve with a new deadline; `showLimit` follows an extension that wins no time, since
 * a session is extended so far only. `announceDeadline` informs the other tabs, `showWillExpire` follows
 * Ignore, `logOut` informs the server and the other tabs that the time has expired, `keepEdits` journals unsaved
 * edits, `goOn` uncovers the page after signing in over it, `leave` opens the login page.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
  },
  actors: {
    extendSession: fromPromise<number>(() => Promise.reject(new Error('extendSession was not provided'))),
    signInAgain: fromPromise<number, { password: string; code?: string }>(() =>
      Promise.reject(new Error('signInAgain was not provided')),
    ),
  },
  actions: {
    // a clock set back counts as one tick, a suspended computer as the suspended time
    readClock: assign({ seen: ({ context }) => Math.max(context.seen + TICK_MS, context.now()) }),
    moveDeadline: assign({
      deadline: (_, { deadline }: { deadline: number }) => deadline,
      seen: ({ context }) => Math.max(context.seen, context.now()),
    }),
    // a new session ignores earlier readings of the clock
    beginAnew: assign({
      deadline: (_, { deadline }: { deadline: number }) => deadline,
      seen: ({ context }) => context.now(),
      failure: null,
    }),
    noteFailure: assign({ failure: (_, { error }: { error: unknown }) => error }),
    forgetFailure: assign({ failure: null }),
    announceDeadline: (_, _moved: { deadline: number }) => {},
    showWillExpire: () => {},
    showExtendFailed: (_, _failure: { error: unknown }) => {},
    showLimit: (_, _end: { deadline: number }) => {},
    logOut: (_, _why: { reason: string }) => {},
    keepEdits: () => {},
    showExpired: () => {},
    goOn: () => {},
    leave: () => {},
  },
  guards: {
    isOver: ({ context }) => remainingMs(context) === 0,
    isNear: ({ context }) => remainingMs(context) <= warnBefore(context),
    isSameEnd: ({ context }, { deadline }: { deadline: number }) => deadline === context.deadline,
    holdsWork: ({ context }) => context.holdsWork(),
  },
  delays: { tick: TICK_MS, redirectAfter: EXPIRY_REDIRECT_MS },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, seen: input.now(), failure: null }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      on: { 'session.expired': 'over', 'session.ended': 'left' },
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
            'clock.ticked': {
              guard: 'isOver',
              target: '#session.over',
              actions: { type: 'logOut', params: { reason: EXPIRED_REASON } },
            },
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
                onDone: [
                  {
                    guard: { type: 'isSameEnd', params: ({ event }) => ({ deadline: event.output }) },
                    target: 'idle',
                    actions: { type: 'showLimit', params: ({ event }) => ({ deadline: event.output }) },
                  },
                  {
                    target: 'idle',
                    actions: [
                      { type: 'announceDeadline', params: ({ event }) => ({ deadline: event.output }) },
                      raise(({ event }) => ({ type: 'deadline.moved' as const, deadline: event.output })),
                    ],
                  },
                ],
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
    over: {
      entry: 'keepEdits',
      initial: 'judging',
      on: {
        'session.renewed': {
          target: 'running',
          actions: [{ type: 'beginAnew', params: ({ event }) => ({ deadline: event.deadline }) }, 'goOn'],
        },
      },
      states: {
        judging: { always: [{ guard: 'holdsWork', target: 'covered' }, { target: 'leaving' }] },
        leaving: { entry: 'showExpired', after: { redirectAfter: '#session.left' } },
        covered: {
          initial: 'asking',
          on: { 'page.left': '#session.left' },
          states: {
            asking: { on: { 'password.given': 'signingIn' } },
            signingIn: {
              entry: 'forgetFailure',
              invoke: {
                src: 'signInAgain',
                input: ({ event }) =>
                  event.type === 'password.given'
                    ? { password: event.password, ...(event.code && { code: event.code }) }
                    : { password: '' },
                onDone: {
                  target: '#session.running',
                  actions: [
                    { type: 'beginAnew', params: ({ event }) => ({ deadline: event.output }) },
                    'goOn',
                  ],
                },
                onError: {
                  target: 'asking',
                  actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
          },
        },
      },
    },
    left: { type: 'final', entry: 'leave' },
  },
});
