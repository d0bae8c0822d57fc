/** Leading several cases on: looked at, told where to, asked about one by one, confirmed, done in portions. */
import { assign, fromPromise, setup } from 'xstate';
import type { BodyOf, DataOf, runBatchWorkflow, validateBatchWorkflow } from '../../shared/contract/index.ts';

export type Validation = DataOf<typeof validateBatchWorkflow>;
export type RoutingOutcome = Pick<DataOf<typeof runBatchWorkflow>['listInfo'][number], 'caseKey' | 'refusal'>;
type Sent = BodyOf<typeof runBatchWorkflow>;
/** Where the cases are to go, and why; the same for all. */
export type BatchTarget = Pick<Sent, 'workflowInfo' | 'comments' | 'overrideReason'>;
export type Portion = Pick<Sent, 'caseKeys' | 'retrievedAt' | 'signature'> & { target: BatchTarget };

/** Few enough that progress is seen and stopping is soon. */
export const ROUTINGS_A_PORTION = 5;

interface BatchContext {
  caseKeys: readonly number[];
  /** the cases as they are, and the steps they may be led to; null: not looked at yet */
  seen: Validation | null;
  target: BatchTarget | null;
  /** what would become of each on the way to the target */
  judged: Validation | null;
  signature: Sent['signature'] | null;
  /** can be led on, and not yet sent */
  waiting: readonly number[];
  outcomes: readonly RoutingOutcome[];
  stopping: boolean;
  error: unknown;
}

type BatchEvent =
  | { type: 'target.chosen'; target: BatchTarget }
  | { type: 'back' }
  | { type: 'confirmed'; signature: Sent['signature'] | null }
  | { type: 'retry.requested' }
  | { type: 'stop.requested' };

/** Those of a validation that nothing stands in the way of. */
export const routableOf = (validation: Validation | null): number[] =>
  (validation?.listInfo ?? []).flatMap(({ caseKey, refusal }) => (refusal === null ? [caseKey] : []));

/**
 * Actor `validate` tells what would become of the cases, without a target whether they can be led on at all;
 * `sendPortion` leads some on and tells what became of each, and rejects where none of the portion could be tried, such
 * as for a wrong password. Nothing is sent that was not confirmed, and the signature is forgotten with the last portion.
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
                caseKeys: waiting.slice(0, ROUTINGS_A_PORTION),
                target,
                retrievedAt: judged.retrievedAt,
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
        onError: [
          {
            guard: 'noneSent',
            target: 'confirming',
            actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'done',
            actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      exit: assign({ stopping: false }),
      on: { 'stop.requested': { actions: assign({ stopping: true }) } },
    },
    done: { entry: assign({ signature: null }) },
  },
});
