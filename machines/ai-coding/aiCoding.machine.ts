/** Recommended codes in a look-up dialog: requested on opening, polled while the coder works, left by a search. */
import { assign, fromPromise, setup } from 'xstate';

/** Delays between requests; the last one repeats until the deadline. */
export const POLL_WAITS_MS = [1000, 1500, 2500, 4000, 6000] as const;
/** After this time polling stops. */
export const POLL_FOR_MS = 90_000;

export interface Recommendation<Code> {
  status: 'MATCHED' | 'NOT_MATCHED' | 'PENDING';
  recommendedCodes: readonly Code[];
}

/** Cause of a failure (specification 2-dialogs section 8); `message` names a missing item. */
export type AiCodingFailure =
  | { kind: 'closed' }
  | { kind: 'missingItem' | 'aiError'; message: string }
  | { kind: 'other'; error: unknown };

type AiCodingEvent =
  /** current text of the keyword box */
  | { type: 'keyword.typed'; keyword: string }
  /** a search by the user leaves the recommendations */
  | { type: 'search.asked' }
  | { type: 'dialog.closed' }
  /** the tab becomes visible: timers of hidden tabs are delayed */
  | { type: 'tab.shown' };

interface AiCodingInput {
  keyword: string;
  /** milliseconds */
  now: () => number;
  failureOf: (error: unknown) => AiCodingFailure;
}

interface AiCodingContext<Code> extends AiCodingInput {
  codes: readonly Code[];
  /** number of polling requests so far */
  polls: number;
  /** times at which polling stops and the next request is due, by the clock `now`: both survive a suspended tab */
  deadline: number;
  nextAt: number;
  failure: AiCodingFailure;
}

const waitOf = (polls: number): number => POLL_WAITS_MS[Math.min(polls, POLL_WAITS_MS.length) - 1] ?? 0;

/**
 * The machine for one kind of code. `askForCodes` makes one request, with or without polling, and stops at its
 * signal. Final messages are shown by actions; `returnKeyword` receives the last keyword when the user closes the
 * dialog.
 */
export const makeAiCodingMachine = <Code>() =>
  setup({
    types: {
      context: {} as AiCodingContext<Code>,
      events: {} as AiCodingEvent,
      input: {} as AiCodingInput,
    },
    actors: {
      askForCodes: fromPromise<Recommendation<Code>, { shouldUsePooling: boolean }>(() =>
        Promise.reject(new Error('askForCodes was not provided')),
      ),
    },
    actions: {
      showCodes: () => {},
      tellNoResults: () => {},
      tellMissingItem: () => {},
      tellAiError: () => {},
      tellFailure: () => {},
      tellTooLate: () => {},
      returnKeyword: () => {},
    },
    guards: {
      isTime: ({ context }) => context.now() >= context.nextAt,
      isOver: ({ context }) => context.now() >= context.deadline,
      isClosed: ({ context }) => context.failure.kind === 'closed',
      isMissingItem: ({ context }) => context.failure.kind === 'missingItem',
      isAiError: ({ context }) => context.failure.kind === 'aiError',
    },
    delays: { nextPoll: ({ context }) => Math.max(0, context.nextAt - context.now()) },
  }).createMachine({
    id: 'aiCoding',
    context: ({ input }) => ({
      ...input,
      codes: [],
      polls: 0,
      deadline: 0,
      nextAt: 0,
      failure: { kind: 'closed' },
    }),
    initial: 'asking',
    on: {
      'keyword.typed': { actions: assign({ keyword: ({ event }) => event.keyword }) },
      'search.asked': '.searching',
      'dialog.closed': { target: '.left', actions: 'returnKeyword' },
    },
    states: {
      asking: {
        invoke: {
          src: 'askForCodes',
          input: { shouldUsePooling: false },
          onDone: [
            {
              guard: ({ event }) => event.output.recommendedCodes.length > 0,
              target: 'ready',
              actions: assign({ codes: ({ event }) => event.output.recommendedCodes }),
            },
            {
              target: 'polling',
              actions: assign({ deadline: ({ context }) => context.now() + POLL_FOR_MS }),
            },
          ],
          onError: {
            target: 'judging',
            actions: assign({ failure: ({ context, event }) => context.failureOf(event.error) }),
          },
        },
      },
      polling: {
        initial: 'asking',
        states: {
          asking: {
            entry: assign({ polls: ({ context }) => context.polls + 1 }),
            invoke: {
              src: 'askForCodes',
              input: { shouldUsePooling: true },
              onDone: [
                {
                  guard: ({ event }) => event.output.recommendedCodes.length > 0,
                  target: '#aiCoding.ready',
                  actions: assign({ codes: ({ event }) => event.output.recommendedCodes }),
                },
                { guard: ({ event }) => event.output.status !== 'PENDING', target: '#aiCoding.notMatched' },
                { guard: 'isOver', target: '#aiCoding.searching', actions: 'tellTooLate' },
                {
                  target: 'waiting',
                  actions: assign({ nextAt: ({ context }) => context.now() + waitOf(context.polls) }),
                },
              ],
              onError: {
                target: '#aiCoding.judging',
                actions: assign({ failure: ({ context, event }) => context.failureOf(event.error) }),
              },
            },
          },
          waiting: {
            after: { nextPoll: 'asking' },
            on: { 'tab.shown': { guard: 'isTime', target: 'asking' } },
          },
        },
      },
      judging: {
        always: [
          { guard: 'isClosed', target: 'closed' },
          { guard: 'isMissingItem', target: 'missingItem' },
          { guard: 'isAiError', target: 'aiError' },
          { target: 'searching', actions: 'tellFailure' },
        ],
      },
      ready: { entry: 'showCodes' },
      /** no more recommendations: an ordinary look-up */
      searching: { on: { 'search.asked': {} } },
      notMatched: { type: 'final', entry: 'tellNoResults' },
      missingItem: { type: 'final', entry: 'tellMissingItem' },
      aiError: { type: 'final', entry: 'tellAiError' },
      closed: { type: 'final' },
      left: { type: 'final' },
    },
  });
