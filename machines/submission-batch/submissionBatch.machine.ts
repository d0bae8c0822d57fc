/** A batch on its way to a receiver: checked, frozen, sent by attempts, answered. */
import { assign, setup } from 'xstate';
import { MAX_SEND_ATTEMPTS } from './sendAttempts.ts';
import { messageOf, task } from '../task.ts';

/** Why an attempt failed; only passing faults are repeated without a user. */
export type TransportFault = 'passing' | 'credentials' | 'settings' | 'content';

/** What one attempt ended with. `unknown`: the receiver may have taken the file. */
export type AttemptResult =
  | { outcome: 'handedOver' }
  | { outcome: 'unknown' }
  | { outcome: 'failed'; fault: TransportFault; message: string; nextTryAt: string };

/** `paused`: nothing was tried, since the transport rests after several faults. */
export type SendResult = AttemptResult | { outcome: 'paused'; message: string; nextTryAt: string };

/** What the receiver knows of a file that may have arrived. */
export type RemoteState = { known: 'taken' | 'notTaken' | 'unknown' };

/** What an ask is about. */
export interface RemoteQuestion {
  /** What was done of the file is not known here: the database was restored, and is older than that may be. */
  isRestored: boolean;
}

/** What the checks found; a warning is open until a user gives a reason for it. */
export interface CheckResult {
  errors: number;
  openWarnings: number;
}

/** JSON only: the server stores it between transitions. */
export interface SubmissionBatchContext extends CheckResult, RemoteQuestion {
  /** attempts that were begun */
  attempts: number;
  /** ISO 8601; null: no attempt waits */
  nextTryAt: string | null;
  /** why the last check or attempt failed */
  fault: string | null;
}

/** Whether it is known by the end of the attempt, or later: by an answer, or by what the receiver or a user says. */
export interface HandOver {
  known: 'atOnce' | 'afterwards';
  /** ISO 8601, as a user gives it; left out: nobody does */
  at?: string;
}

const attemptOf = ({ event }: { event: { output: SendResult } }) => event.output as AttemptResult;

/** Whatever the receiver sends shows that it has the file. `actions`: what that means in the state that it arrives in. */
const arrival = <const A>(actions: A) =>
  ({
    receipt: { target: 'transmitted', actions },
    centreReceipt: { target: 'receivedByCentre', actions },
    'answer.acknowledged': { target: 'acknowledged', actions },
    'answer.rejected': { target: 'rejected', actions },
  }) as const;

const atOnce = { type: 'recordHandOver', params: { known: 'atOnce' } } as const;
const afterwards = { type: 'recordHandOver', params: { known: 'afterwards' } } as const;

/** A user knows that the receiver has the file. `actions`: what that means in the state that it is known in. */
const handedOver = <const A extends readonly unknown[]>(actions: A) =>
  ({
    target: '#submissionBatch.transmitted',
    actions: [
      ...actions,
      { type: 'recordRemote', params: { known: 'taken' } },
      {
        type: 'recordHandOver',
        params: ({ event }: { event: { at?: string } }): HandOver => ({
          known: 'afterwards',
          ...(event.at !== undefined && { at: event.at }),
        }),
      },
    ],
  }) as const;

/** The gateway could not read the file (a negative MDN): nothing was taken. */
const unreadable = {
  target: '#submissionBatch.transportFailed',
  actions: [
    { type: 'recordRemote', params: { known: 'notTaken' } },
    { type: 'setFault', params: ({ event }: { event: { message: string } }) => event },
  ],
} as const;

/** The file may have gone out since the backup: its receiver is asked, whatever was under way. */
const restored = {
  target: 'asking',
  actions: ['noteRestore', 'recordRestore'],
} as const;

/** The chart of a batch. The server runs it as a durable process; the browser draws it. */
export const submissionBatchMachine = setup({
  types: {
    context: {} as SubmissionBatchContext,
    input: {} as object,
    events: {} as
      | { type: 'check' }
      | { type: 'warnings.answered'; openWarnings: number }
      | { type: 'case.removed' }
      | { type: 'confirm' }
      | { type: 'cancel' }
      | { type: 'retry' }
      | { type: 'deadline.passed' }
      | { type: 'restored' }
      | { type: 'person.handedOver'; at?: string }
      | { type: 'person.notHandedOver' }
      | { type: 'receipt' }
      | { type: 'receipt.refused'; message: string }
      | { type: 'centreReceipt' }
      | { type: 'answer.acknowledged' }
      | { type: 'answer.rejected' },
  },
  actors: {
    checkBatch: task<CheckResult>('checkBatch'),
    handOver: task<SendResult>('handOver'),
    askRemote: task<RemoteState, RemoteQuestion>('askRemote'),
  },
  actions: {
    /** Stores the state beside the batch. */
    recordState: () => {},
    /** Ends the attempt that was begun last. */
    recordAttempt: (_, _result: AttemptResult) => {},
    /** Notes that what was under way comes of a backup. */
    recordRestore: () => {},
    /** Ends an attempt whose result was unknown. */
    recordRemote: (_, _remote: RemoteState) => {},
    /** Notes when the file went out: from then on the 48 hours count, and by then a report was due. */
    recordHandOver: (_, _handOver: HandOver) => {},
    noteRestore: assign({ isRestored: true, nextTryAt: null }),
    clearFault: assign({ fault: null }),
    setFault: assign((_, { message }: { message: string }) => ({ fault: message, nextTryAt: null })),
  },
  guards: {
    hasErrors: (_, { errors }: CheckResult) => errors > 0,
    isReasoned: ({ context }) => context.openWarnings === 0,
    mayRepeat: ({ context }, result: SendResult) =>
      result.outcome === 'failed' && result.fault === 'passing' && context.attempts < MAX_SEND_ATTEMPTS,
    hasAttempts: ({ context }) => context.attempts < MAX_SEND_ATTEMPTS,
  },
}).createMachine({
  id: 'submissionBatch',
  context: { errors: 0, openWarnings: 0, attempts: 0, nextTryAt: null, fault: null, isRestored: false },
  initial: 'draft',
  states: {
    draft: {
      entry: 'recordState',
      on: { check: 'checking', 'case.removed': {}, cancel: 'cancelled' },
    },
    checking: {
      entry: ['recordState', assign({ errors: 0, openWarnings: 0, fault: null })],
      invoke: {
        id: 'checkBatch',
        src: 'checkBatch',
        onDone: [
          {
            guard: { type: 'hasErrors', params: ({ event }) => event.output },
            target: 'checkFailed',
            actions: assign(({ event }) => event.output),
          },
          { target: 'ready', actions: assign(({ event }) => event.output) },
        ],
        onError: {
          target: 'checkFailed',
          actions: assign({ fault: ({ event }) => messageOf(event.error) }),
        },
      },
      on: { cancel: 'cancelled' },
    },
    checkFailed: {
      entry: 'recordState',
      on: { check: 'checking', 'case.removed': 'draft', cancel: 'cancelled' },
    },
    // the bytes are frozen: what was checked is what is sent
    ready: {
      entry: 'recordState',
      on: {
        check: 'checking',
        'case.removed': 'draft',
        'warnings.answered': { actions: assign({ openWarnings: ({ event }) => event.openWarnings }) },
        confirm: { guard: 'isReasoned', target: 'sending' },
        cancel: 'cancelled',
      },
    },
    sending: {
      entry: 'recordState',
      initial: 'handing',
      // an answer may be faster than the end of the attempt
      on: {
        ...arrival(afterwards),
        'receipt.refused': unreadable,
      },
      states: {
        handing: {
          entry: assign({
            attempts: ({ context }) => context.attempts + 1,
            nextTryAt: null,
            fault: null,
            isRestored: false,
          }),
          on: { restored },
          invoke: {
            id: 'handOver',
            src: 'handOver',
            onDone: [
              {
                guard: ({ event }) => event.output.outcome === 'handedOver',
                target: '#submissionBatch.sent',
                actions: [{ type: 'recordAttempt', params: attemptOf }, atOnce],
              },
              {
                guard: ({ event }) => event.output.outcome === 'unknown',
                target: 'asking',
                actions: { type: 'recordAttempt', params: attemptOf },
              },
              {
                guard: ({ event }) => event.output.outcome === 'paused',
                target: 'waiting',
                actions: assign(({ context, event }) => ({
                  ...faultOf(event.output),
                  attempts: context.attempts - 1,
                })),
              },
              {
                guard: { type: 'mayRepeat', params: ({ event }) => event.output },
                target: 'waiting',
                actions: [
                  { type: 'recordAttempt', params: attemptOf },
                  assign(({ event }) => faultOf(event.output)),
                ],
              },
              {
                target: '#submissionBatch.transportFailed',
                actions: [
                  { type: 'recordAttempt', params: attemptOf },
                  assign(({ event }) => ({ ...faultOf(event.output), nextTryAt: null })),
                ],
              },
            ],
            // whether the file went out is not known
            onError: 'asking',
          },
        },
        waiting: { on: { 'deadline.passed': 'handing', restored } },
        // nothing is sent a second time before the receiver was asked
        asking: {
          invoke: {
            id: 'askRemote',
            src: 'askRemote',
            input: ({ context }) => ({ isRestored: context.isRestored }),
            onDone: [
              {
                guard: ({ event }) => event.output.known === 'taken',
                target: '#submissionBatch.sent',
                actions: [{ type: 'recordRemote', params: ({ event }) => event.output }, afterwards],
              },
              {
                guard: ({ event }) => event.output.known === 'unknown',
                target: 'awaitingPerson',
              },
              {
                guard: 'hasAttempts',
                target: 'handing',
                actions: { type: 'recordRemote', params: ({ event }) => event.output },
              },
              {
                target: '#submissionBatch.transportFailed',
                actions: { type: 'recordRemote', params: ({ event }) => event.output },
              },
            ],
            onError: 'awaitingPerson',
          },
          on: { restored: { ...restored, reenter: true } },
        },
        awaitingPerson: {
          on: {
            'person.handedOver': handedOver([]),
            'person.notHandedOver': {
              target: '#submissionBatch.transportFailed',
              actions: { type: 'recordRemote', params: { known: 'notTaken' } },
            },
          },
        },
      },
    },
    transportFailed: {
      entry: 'recordState',
      on: {
        // the same bytes and the same batch number: nothing was taken
        retry: { target: 'sending', actions: assign({ attempts: 0 }) },
        cancel: 'cancelled',
        // something was: the receiver has the file though all attempts seemed to fail
        ...arrival(['clearFault', afterwards]),
        'person.handedOver': handedOver(['clearFault']),
      },
    },
    sent: {
      entry: 'recordState',
      on: {
        // the hand-over is recorded already
        ...arrival([]),
        'receipt.refused': unreadable,
      },
    },
    transmitted: {
      entry: 'recordState',
      on: {
        centreReceipt: 'receivedByCentre',
        'answer.acknowledged': 'acknowledged',
        'answer.rejected': 'rejected',
      },
    },
    receivedByCentre: {
      entry: 'recordState',
      on: { 'answer.acknowledged': 'acknowledged', 'answer.rejected': 'rejected' },
    },
    acknowledged: { entry: 'recordState', type: 'final' },
    rejected: { entry: 'recordState', type: 'final' },
    cancelled: { entry: 'recordState', type: 'final' },
  },
});

const faultOf = (result: SendResult): Pick<SubmissionBatchContext, 'fault' | 'nextTryAt'> =>
  result.outcome === 'failed' || result.outcome === 'paused'
    ? { fault: result.message, nextTryAt: result.nextTryAt }
    : { fault: null, nextTryAt: null };
