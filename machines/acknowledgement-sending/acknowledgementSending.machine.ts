/** An acknowledgement on its way to the partner whose batch it answers. */
import { assign, setup } from 'xstate';
import { MAX_SEND_ATTEMPTS } from '../submission-batch/sendAttempts.ts';
import type {
  AttemptResult,
  RemoteQuestion,
  RemoteState,
  SendResult,
} from '../submission-batch/submissionBatch.machine.ts';
import { task } from '../task.ts';

/** JSON only: the server stores it between transitions. */
export interface AcknowledgementSendingContext extends RemoteQuestion {
  /** attempts that were begun */
  attempts: number;
  /** ISO 8601; null: no attempt waits */
  nextTryAt: string | null;
  /** why the last attempt failed */
  fault: string | null;
}

const waitingOf = (result: SendResult): Pick<AcknowledgementSendingContext, 'fault' | 'nextTryAt'> =>
  result.outcome === 'failed' || result.outcome === 'paused'
    ? { fault: result.message, nextTryAt: result.nextTryAt }
    : { fault: null, nextTryAt: null };

/** The file may have gone out since the backup: the partner is asked, whatever was under way. */
const restored = { target: 'asking', actions: 'noteRestore' } as const;

/** The chart of an acknowledgement. The server runs it as a durable process; its file and name stay the same throughout. */
export const acknowledgementSendingMachine = setup({
  types: {
    context: {} as AcknowledgementSendingContext,
    input: {} as object,
    events: {} as
      | { type: 'retry' }
      | { type: 'deadline.passed' }
      | { type: 'restored' }
      | { type: 'person.handedOver' }
      | { type: 'person.notHandedOver' },
  },
  actors: {
    handOver: task<SendResult>('handOver'),
    askRemote: task<RemoteState, RemoteQuestion>('askRemote'),
  },
  actions: {
    /** Stores the state beside the acknowledgement. */
    recordState: () => {},
    /** Ends the attempt that was begun last. */
    recordAttempt: (_, _result: AttemptResult) => {},
    /** Ends an attempt whose result was unknown. */
    recordRemote: (_, _remote: RemoteState) => {},
    noteRestore: assign({ isRestored: true, nextTryAt: null }),
  },
  guards: {
    mayRepeat: ({ context }, result: SendResult) =>
      result.outcome === 'failed' && result.fault === 'passing' && context.attempts < MAX_SEND_ATTEMPTS,
    hasAttempts: ({ context }) => context.attempts < MAX_SEND_ATTEMPTS,
  },
}).createMachine({
  id: 'acknowledgementSending',
  context: { attempts: 0, nextTryAt: null, fault: null, isRestored: false },
  initial: 'handing',
  states: {
    handing: {
      entry: [
        'recordState',
        assign({
          attempts: ({ context }) => context.attempts + 1,
          nextTryAt: null,
          fault: null,
          isRestored: false,
        }),
      ],
      on: { restored },
      invoke: {
        id: 'handOver',
        src: 'handOver',
        onDone: [
          {
            guard: ({ event }) => event.output.outcome === 'paused',
            target: 'waiting',
            // a rest counts as no attempt
            actions: assign(({ context, event }) => ({
              ...waitingOf(event.output),
              attempts: context.attempts - 1,
            })),
          },
          {
            guard: ({ event }) => event.output.outcome === 'handedOver',
            target: 'sent',
            actions: { type: 'recordAttempt', params: ({ event }) => event.output as AttemptResult },
          },
          {
            guard: ({ event }) => event.output.outcome === 'unknown',
            target: 'asking',
            actions: { type: 'recordAttempt', params: ({ event }) => event.output as AttemptResult },
          },
          {
            guard: { type: 'mayRepeat', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [
              { type: 'recordAttempt', params: ({ event }) => event.output as AttemptResult },
              assign(({ event }) => waitingOf(event.output)),
            ],
          },
          {
            target: 'failed',
            actions: [
              { type: 'recordAttempt', params: ({ event }) => event.output as AttemptResult },
              assign(({ event }) => ({ ...waitingOf(event.output), nextTryAt: null })),
            ],
          },
        ],
        // whether the file went out is not known
        onError: 'asking',
      },
    },
    waiting: { entry: 'recordState', on: { 'deadline.passed': 'handing', restored } },
    // nothing is sent a second time before the partner was asked
    asking: {
      entry: 'recordState',
      invoke: {
        id: 'askRemote',
        src: 'askRemote',
        input: ({ context }) => ({ isRestored: context.isRestored }),
        onDone: [
          {
            guard: ({ event }) => event.output.known === 'taken',
            target: 'sent',
            actions: { type: 'recordRemote', params: ({ event }) => event.output },
          },
          { guard: ({ event }) => event.output.known === 'unknown', target: 'awaitingPerson' },
          {
            guard: 'hasAttempts',
            target: 'handing',
            actions: { type: 'recordRemote', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'recordRemote', params: ({ event }) => event.output } },
        ],
        onError: 'awaitingPerson',
      },
      on: { restored: { ...restored, reenter: true } },
    },
    awaitingPerson: {
      entry: 'recordState',
      on: {
        'person.handedOver': {
          target: 'sent',
          actions: { type: 'recordRemote', params: { known: 'taken' } },
        },
        'person.notHandedOver': {
          target: 'failed',
          actions: { type: 'recordRemote', params: { known: 'notTaken' } },
        },
      },
    },
    // the same bytes with the same name: nothing was taken
    failed: { entry: 'recordState', on: { retry: { target: 'handing', actions: assign({ attempts: 0 }) } } },
    sent: { entry: 'recordState', type: 'final' },
  },
});
