/** Routing several cases: validate, choose the target, validate each case for it, confirm, send in portions. */
import { and, assign, fromPromise, setup } from 'xstate';
import type { BodyOf, DataOf, runBatchWorkflow, validateBatchWorkflow } from '../../shared/contract/index.ts';

export type Validation = DataOf<typeof validateBatchWorkflow>;
export type RoutingOutcome = Pick<DataOf<typeof runBatchWorkflow>['listInfo'][number], 'caseKey' | 'refusal'>;
type Sent = BodyOf<typeof runBatchWorkflow>;
/** The target and comments, the same for all cases. */
export type BatchTarget = Pick<Sent, 'workflowInfo' | 'comments' | 'overrideReason'>;
export type Portion = Pick<Sent, 'cases' | 'signature'> & { target: BatchTarget };

/** Small enough to show progress and to stop quickly. */
export const ROUTINGS_A_PORTION = 5;

interface BatchContext {
  caseKeys: readonly number[];
  /** the current cases and their possible next steps; null: not validated yet */
  seen: Validation | null;
  target: BatchTarget | null;
  /** the outcome for each case on the way to the target */
  judged: Validation | null;
  signature: Sent['signature'] | null;
  /** can be routed, not yet sent */
  waiting: readonly number[];
  outcomes: readonly RoutingOutcome[];
  /** of `waiting`: sent, and the answer was lost */
  unanswered: readonly number[];
  stopping: boolean;
  error: unknown;
}

type BatchEvent =
  | { type: 'target.chosen'; target: BatchTarget }
  | { type: 'back' }
  | { type: 'confirmed'; signature: Sent['signature'] | null }
  | { type: 'retry.requested' }
  | { type: 'stop.requested' };

/** Cases of a validation without an obstacle. */
export const routableOf = (validation: Validation | null): number[] =>
  (validation?.listInfo ?? []).flatMap(({ caseKey, refusal }) => (refusal === null ? [caseKey] : []));

/** These cases as the validation read them. */
const casesAsRead = ({ listInfo }: Validation, caseKeys: readonly number[]): Sent['cases'] =>
  listInfo.flatMap(({ caseKey, retrievedAt }) =>
    retrievedAt !== null && caseKeys.includes(caseKey) ? [{ caseKey, retrievedAt }] : [],
  );

/**
 * Actor `validate` returns the outcome for each case; without a target, whether it can be routed at all.
 * `sendPortion` routes some cases and returns each outcome; it rejects if the whole portion failed, e.g. for a wrong
 * password. Only confirmed cases are sent, and the signature is discarded with the last portion. Guard `mayBeDone`: the
 * portion of the failure `error` may have been routed, since only its answer was lost.
 */
export const batchWorkflowMachine = setup({
  types: {
    context: {} as BatchContext,
    events: {} as BatchEvent,
    input: {} as { caseKeys: readonly number[] },
  },
  actors: {
    validate: fromPromise<Validation, { caseKeys: readonly number[]; target: BatchTarget | null }>(() =>
      Promise.reject(new Error('validate was not provided')),
    ),
    sendPortion: fromPromise<readonly RoutingOutcome[], Portion | null>(() =>
      Promise.reject(new Error('sendPortion was not provided')),
    ),
  },
  actions: {
    noteError: assign((_, { error }: { error: unknown }) => ({ error, signature: null })),
    noteOutcomes: assign(({ context }, { outcomes }: { outcomes: readonly RoutingOutcome[] }) => ({
      outcomes: [...context.outcomes, ...outcomes],
      waiting: context.waiting.slice(ROUTINGS_A_PORTION),
    })),
  },
  guards: {
    somePossible: ({ context }) => routableOf(context.judged).length > 0,
    unsigned: ({ context, event }) =>
      event.type === 'confirmed' && context.judged?.signed === true && !event.signature,
    noneSent: ({ context }) => context.outcomes.length === 0,
    mayBeDone: () => false,
    isOver: ({ context }) => context.stopping || context.waiting.length <= ROUTINGS_A_PORTION,
  },
}).createMachine({
  id: 'batchWorkflow',
  context: ({ input }) => ({
    caseKeys: input.caseKeys,
    seen: null,
    target: null,
    judged: null,
    signature: null,
    waiting: [],
    outcomes: [],
    unanswered: [],
    stopping: false,
    error: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        src: 'validate',
        input: ({ context: { caseKeys } }) => ({ caseKeys, target: null }),
        onDone: { target: 'choosing', actions: assign({ seen: ({ event }) => event.output }) },
        onError: {
          target: 'unopened',
          actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unopened: { on: { 'retry.requested': { target: 'opening', actions: assign({ error: null }) } } },
    choosing: {
      on: {
        'target.chosen': {
          target: 'validating',
          actions: assign({ target: ({ event }) => event.target, error: null }),
        },
      },
    },
    validating: {
      invoke: {
        src: 'validate',
        input: ({ context: { caseKeys, target } }) => ({ caseKeys, target }),
        onDone: { target: 'confirming', actions: assign({ judged: ({ event }) => event.output }) },
        onError: {
          target: 'choosing',
          actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      on: {
        back: { target: 'choosing', actions: assign({ judged: null, waiting: [], error: null }) },
        confirmed: [
          { guard: 'unsigned' },
          {
            guard: 'somePossible',
            target: 'running',
            actions: assign({
              signature: ({ event }) => event.signature,
              waiting: ({ context }) => routableOf(context.judged),
              error: null,
            }),
          },
        ],
      },
    },
    running: {
      invoke: {
        src: 'sendPortion',
        input: ({ context: { waiting, target, judged, signature } }) =>
          target && judged
            ? {
                cases: casesAsRead(judged, waiting.slice(0, ROUTINGS_A_PORTION)),
                target,
                ...(signature && { signature }),
              }
            : null,
        onDone: [
          {
            guard: 'isOver',
            target: 'done',
            actions: { type: 'noteOutcomes', params: ({ event }) => ({ outcomes: event.output }) },
          },
          {
            target: 'running',
            reenter: true,
            actions: { type: 'noteOutcomes', params: ({ event }) => ({ outcomes: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) },
        },
      },
      exit: assign({ stopping: false }),
      on: { 'stop.requested': { actions: assign({ stopping: true }) } },
    },
    // what a first portion without an answer has done is seen when the cases are judged again
    failed: {
      always: [
        {
          guard: and(['noneSent', 'mayBeDone']),
          target: 'validating',
          actions: assign({ waiting: [] }),
        },
        { guard: 'noneSent', target: 'confirming' },
        {
          guard: 'mayBeDone',
          target: 'done',
          actions: assign({ unanswered: ({ context }) => context.waiting.slice(0, ROUTINGS_A_PORTION) }),
        },
        { target: 'done' },
      ],
    },
    done: { entry: assign({ signature: null }) },
  },
});
