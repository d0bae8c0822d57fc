/** A selection of adverse events becomes a version of a case: one transaction, its result by event. */
import { assign, setup } from 'xstate';
import type { EventProblem, VersionKind } from '../../shared/sync/syncEvent.ts';
import { messageOf, task } from '../task.ts';

/** What became of one event of the selection. */
export interface EventResult {
  eventKey: number;
  outcome: 'done' | 'failed' | 'skipped';
  /** why it failed; null: it did not */
  problem: EventProblem | null;
}

export interface RunResult {
  kind: VersionKind;
  /** null: nothing was written */
  caseKey: number | null;
  caseNo: string | null;
  events: readonly EventResult[];
}

/** JSON only: the server keeps it from one transition to the next. */
export interface SyncRunContext<Request> {
  /** which events, into which case, for whom */
  request: Request;
  /** ISO 8601: until then no other run takes the events */
  leaseUntil: string;
  result: RunResult | null;
  /** why nothing was written */
  error: string | null;
}

/** The chart for requests of one shape. The server runs it as a durable process. */
export const makeSyncRunMachine = <Request>() =>
  setup({
    types: {
      context: {} as SyncRunContext<Request>,
      input: {} as { request: Request; leaseUntil: string },
      events: {} as { type: 'deadline.passed' },
    },
    actors: {
      commitCase: task<RunResult, { request: Request }>('commitCase'),
    },
    actions: {
      /** Gives back the events that the run has still: they are failed. */
      releaseEvents: () => {},
    },
  }).createMachine({
    id: 'syncRun',
    context: ({ input }) => ({ ...input, result: null, error: null }),
    initial: 'committing',
    states: {
      committing: {
        invoke: {
          id: 'commitCase',
          src: 'commitCase',
          input: ({ context }) => ({ request: context.request }),
          onDone: { target: 'done', actions: assign({ result: ({ event }) => event.output }) },
          onError: { target: 'failed', actions: assign({ error: ({ event }) => messageOf(event.error) }) },
        },
        // other runs may take the events from now on
        on: { 'deadline.passed': { target: 'failed', actions: assign({ error: 'the lease is over' }) } },
      },
      done: { type: 'final' },
      failed: { type: 'final', entry: 'releaseEvents' },
    },
  });

export const syncRunMachine = makeSyncRunMachine<unknown>();
