/**
 * Review, lock or deletion of several cases: checked, confirmed once, sent in portions; refused cases can be retried.
 */
import { and, assign, fromPromise, setup } from 'xstate';
import type { BodyOf, checkCasesStatus, DataOf, setCasesStatus } from '../../shared/contract/index.ts';

export type CheckedCase = DataOf<typeof checkCasesStatus>['listInfo'][number];
export type StatusOutcome = Pick<DataOf<typeof setCasesStatus>['listInfo'][number], 'caseKey' | 'refusal'>;
/** The user's answer, given once for all cases. */
export type StatusAnswer = Pick<BodyOf<typeof setCasesStatus>, 'reason' | 'overrideReason' | 'signature'>;
type CaseVersionSeen = BodyOf<typeof setCasesStatus>['cases'][number];

/** Small enough to show progress and to stop quickly. */
export const CASES_A_PORTION = 20;

interface BulkContext {
  /** the cases of this round */
  caseKeys: readonly number[];
  /** state at the last check, of all rounds */
  checked: readonly CheckedCase[];
  /** outcome of each checked or tried case, of all rounds */
  outcomes: readonly StatusOutcome[];
  /** allowed, not yet sent */
  waiting: readonly CaseVersionSeen[];
  /** of `waiting`: sent, and the answer was lost */
  unanswered: readonly number[];
  /** the allowed cases of this round, sent or not */
  possible: number;
  answer: StatusAnswer | null;
  stopping: boolean;
  /** why a check or a portion failed */
  error: unknown;
}

/** Later entries replace earlier ones of the same case. */
const withNewer = <One extends { caseKey: number }>(old: readonly One[], newer: readonly One[]): One[] => {
  const byKey = new Map([...old, ...newer].map((one) => [one.caseKey, one]));
  return [...byKey.values()];
};

/** Checked cases without an obstacle. */
const possibleOf = (checked: readonly CheckedCase[]): CaseVersionSeen[] =>
  checked.flatMap(({ caseKey, status, refusal }) =>
    status && !refusal ? [{ caseKey, retrievedAt: status.retrievedAt }] : [],
  );

/** Cases that can be retried: refused, or never sent. */
export const notDone = ({ outcomes, waiting }: Pick<BulkContext, 'outcomes' | 'waiting'>): number[] => [
  ...outcomes.filter(({ refusal }) => refusal !== null).map(({ caseKey }) => caseKey),
  ...waiting.map(({ caseKey }) => caseKey),
];

/**
 * Actor `checkCases` returns the outcome for each case, `sendPortion` changes some and returns each outcome; it
 * rejects if the whole portion failed, e.g. for a wrong password. The answer is discarded with the last portion: a
 * retry is confirmed, and signed, again. Guard `mayBeDone`: the portion of the failure `error` may have been changed, since
 * only its answer was lost.
 */
export const bulkStatusMachine = setup({
  types: {
    context: {} as BulkContext,
    events: {} as
      | { type: 'status.confirmed'; answer: StatusAnswer }
      | { type: 'stop.requested' }
      | { type: 'retry.requested' },
    input: {} as { caseKeys: readonly number[] },
  },
  actors: {
    checkCases: fromPromise<CheckedCase[], { caseKeys: readonly number[] }>(() =>
      Promise.reject(new Error('checkCases was not provided')),
    ),
    sendPortion: fromPromise<
      StatusOutcome[],
      { cases: readonly CaseVersionSeen[]; answer: StatusAnswer | null }
    >(() => Promise.reject(new Error('sendPortion was not provided'))),
  },
  actions: {
    noteOutcomes: assign(({ context }, { outcomes }: { outcomes: readonly StatusOutcome[] }) => ({
      outcomes: withNewer(context.outcomes, outcomes),
      waiting: context.waiting.slice(CASES_A_PORTION),
    })),
    noteError: assign((_, { error }: { error: unknown }) => ({ error, answer: null, stopping: false })),
  },
  guards: {
    somePossible: ({ context }) => context.waiting.length > 0,
    noneSent: ({ context }) => context.waiting.length === context.possible,
    mayBeDone: () => false,
    someNotDone: ({ context }) => notDone(context).length > 0,
    isOver: ({ context }) => context.stopping || context.waiting.length <= CASES_A_PORTION,
  },
}).createMachine({
  id: 'bulkStatus',
  context: ({ input }) => ({
    caseKeys: input.caseKeys,
    checked: [],
    outcomes: [],
    waiting: [],
    unanswered: [],
    possible: 0,
    answer: null,
    stopping: false,
    error: null,
  }),
  initial: 'looking',
  states: {
    looking: {
      invoke: {
        src: 'checkCases',
        input: ({ context }) => ({ caseKeys: context.caseKeys }),
        onDone: {
          target: 'previewing',
          actions: assign(({ context, event: { output } }) => {
            const waiting = possibleOf(output);
            return {
              checked: withNewer(context.checked, output),
              outcomes: withNewer(
                context.outcomes.filter(({ caseKey }) => !waiting.some((one) => one.caseKey === caseKey)),
                output.flatMap(({ caseKey, refusal }) => (refusal ? [{ caseKey, refusal }] : [])),
              ),
              waiting,
              possible: waiting.length,
            };
          }),
        },
        onError: { target: 'unseen', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    unseen: {
      on: { 'retry.requested': { target: 'looking', actions: assign({ error: null }) } },
    },
    previewing: {
      on: {
        'status.confirmed': {
          guard: 'somePossible',
          target: 'sending',
          actions: assign({ answer: ({ event }) => event.answer, error: null }),
        },
      },
    },
    sending: {
      invoke: {
        src: 'sendPortion',
        input: ({ context: { waiting, answer } }) => ({ cases: waiting.slice(0, CASES_A_PORTION), answer }),
        onDone: [
          {
            guard: 'isOver',
            target: 'finished',
            actions: { type: 'noteOutcomes', params: ({ event }) => ({ outcomes: event.output }) },
          },
          {
            target: 'sending',
            reenter: true,
            actions: { type: 'noteOutcomes', params: ({ event }) => ({ outcomes: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { 'stop.requested': { actions: assign({ stopping: true }) } },
    },
    // what a first portion without an answer has done is seen when the cases are checked again
    failed: {
      always: [
        { guard: and(['noneSent', 'mayBeDone']), target: 'looking' },
        { guard: 'noneSent', target: 'previewing' },
        {
          guard: 'mayBeDone',
          target: 'finished',
          actions: assign({
            unanswered: ({ context }) =>
              context.waiting.slice(0, CASES_A_PORTION).map(({ caseKey }) => caseKey),
          }),
        },
        { target: 'finished' },
      ],
    },
    finished: {
      entry: assign({ answer: null, stopping: false }),
      on: {
        'retry.requested': {
          guard: 'someNotDone',
          target: 'looking',
          actions: assign({
            caseKeys: ({ context }) => notDone(context),
            waiting: [],
            unanswered: [],
            error: null,
          }),
        },
      },
    },
  },
});
