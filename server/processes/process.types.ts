/** Durable processes: charts of `machines/` that the server runs, one row each. */
import type { AnyStateMachine, EventObject, StateValue } from 'xstate';
import type { Trx } from '../storage/database.ts';

/** A process as it is stored. */
export interface Process {
  sponsorKey: number;
  processKey: string;
  chart: string;
  state: StateValue;
  /** JSON only */
  context: object;
  status: 'active' | 'done' | 'error';
  /** transitions taken */
  revision: number;
  /** job keys by the invocation that is under way */
  tasks: Readonly<Record<string, number>>;
  deadline: Date | null;
  deadlineJob: number | null;
  createdBy: number | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Runs in the transaction of its transition. */
type ProcessAction = (trx: Trx, process: Process, params: unknown) => Promise<void>;

/**
 * A chart and what the server knows of it. The chart invokes only tasks, has JSON for a context, and no `after`: what has to
 * happen at a time is a deadline.
 */
export interface ProcessChart<Machine extends AnyStateMachine = AnyStateMachine> {
  /** of the processes; that of the folder in `machines/`, unless several kinds of processes have one chart */
  name: string;
  machine: Machine;
  /** What the chart invokes, by its `src`. Each is a job; failed `maxAttempts` times, it is the chart's `onError`. */
  tasks: Readonly<Record<string, { maxAttempts: number }>>;
  /** by the name the chart gives them */
  actions?: Readonly<Record<string, ProcessAction>>;
  /** When the process is sent `deadline.passed`; null: its state has none. */
  deadlineOf?: (process: Pick<Process, 'state' | 'context'>) => Date | null;
}

export interface ProcessEvent {
  sponsorKey: number;
  processKey: string;
  /** the same event sent twice is one */
  eventId: string;
  event: EventObject;
  at: Date;
  /** left out: the product itself */
  userKey?: number;
  /** the revision the sender has seen; left out: whichever it is */
  revision?: number;
}

/** `known`: it was applied before. `refused`: the state takes no such event. */
export interface Applied {
  outcome: 'applied' | 'known' | 'refused';
  process: Process;
}

export const DEADLINE_PASSED = 'deadline.passed';
/** What was under way comes of a backup. */
export const RESTORED = 'restored';
