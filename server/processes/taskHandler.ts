/** Tasks and deadlines of durable processes, as jobs. */
import type { EventObject } from 'xstate';
import type { ClockWorld } from '../ports/clock.ts';
import { isAttempt } from '../jobs/job.store.ts';
import { FinalFailure, type JobHandler, type JobRun } from '../jobs/job.types.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import {
  answerTask,
  applyEvent,
  PROCESS_DEADLINE,
  PROCESS_RESTORED,
  taskKind,
  type TaskPayload,
} from './applyEvent.ts';
import { lockProcess } from './process.store.ts';
import { DEADLINE_PASSED, RESTORED, type ProcessChart } from './process.types.ts';

type World = DatabaseWorld & ClockWorld;

/** What a task is given beside its input. */
export interface TaskRun extends JobRun {
  sponsorKey: number;
  processKey: string;
  /** who began the process; null: the product itself */
  createdBy: number | null;
  /** Tells the chart something before the task ends. Throws as `requireAwaited` does. */
  report: (event: EventObject) => Promise<void>;
  /**
   * Call it in a transaction that stores what the task does on its way. Throws where nobody waits for this attempt any more: the
   * process has gone on, or another server has the job since this one was not heard of.
   */
  requireAwaited: (trx: Trx) => Promise<void>;
}

export interface TaskOptions {
  /** tasks of this kind that a process of the server does at the same time; left out: 1 */
  concurrency?: number;
}

/**
 * Does one task of a chart. What it answers is the `onDone` of the invocation, kept together with the end of the job; after
 * the last failed attempt the chart gets `onError`. A task may be done again where its process dies: it must bear that.
 */
export const taskHandler = <Input, Output>(
  { db, clock }: World,
  chart: ProcessChart,
  src: string,
  work: (input: Input, run: TaskRun) => Promise<Output>,
  { concurrency = 1 }: TaskOptions = {},
): JobHandler<TaskPayload<Input>> => ({
  kind: taskKind(chart, src),
  concurrency,
  run: async (job, run) => {
    const { sponsorKey, jobKey, attempt, createdBy, payload } = job;
    const { processKey, task, input } = payload;
    const requireAwaited = async (trx: Trx) => {
      const process = await lockProcess(trx, sponsorKey, processKey);
      if (process?.tasks[task] !== jobKey || !(await isAttempt(trx, job)))
        throw new FinalFailure('the process no longer waits for this task');
    };
    await inSponsor(db, sponsorKey, requireAwaited);
    const report = (event: EventObject) =>
      inSponsor(db, sponsorKey, async (trx) => {
        await requireAwaited(trx);
        const eventId = `task ${jobKey} attempt ${attempt} ${event.type}`;
        await applyEvent(trx, chart, { sponsorKey, processKey, eventId, event, at: clock.now() });
      });
    const output = await work(input, { ...run, sponsorKey, processKey, createdBy, report, requireAwaited });
    return (trx) => answerTask(trx, chart, job, { output: output ?? null }, clock.now());
  },
  failed: async (trx, job, { message, retryAt }) => {
    if (retryAt === null) await answerTask(trx, chart, job, { error: { message } }, clock.now());
  },
});

/** Sends processes the event of their deadline, unless it was changed meanwhile. */
export const deadlineHandler = (
  { clock }: Pick<World, 'clock'>,
  charts: Readonly<Record<string, ProcessChart>>,
): JobHandler<{ chart: string; processKey: string; deadline: string }> => ({
  kind: PROCESS_DEADLINE,
  run: ({ sponsorKey, jobKey, payload: { chart: name, processKey, deadline } }) => {
    const chart = chartNamed(charts, name);
    return Promise.resolve(async (trx) => {
      const process = await lockProcess(trx, sponsorKey, processKey);
      if (process?.deadlineJob !== jobKey) return;
      const event = { type: DEADLINE_PASSED };
      const eventId = `deadline ${deadline} ${jobKey}`;
      await applyEvent(trx, chart, { sponsorKey, processKey, eventId, event, at: clock.now() });
    });
  },
});

/** Sends processes that come of a backup the event of it; one that has gone on since takes none. */
export const restoredHandler = (
  { clock }: Pick<World, 'clock'>,
  charts: Readonly<Record<string, ProcessChart>>,
): JobHandler<{ chart: string; processKey: string }> => ({
  kind: PROCESS_RESTORED,
  run: ({ sponsorKey, jobKey, payload: { chart: name, processKey } }) => {
    const chart = chartNamed(charts, name);
    return Promise.resolve(async (trx) => {
      // one that ended may have been removed since
      if (!(await lockProcess(trx, sponsorKey, processKey))) return;
      const eventId = `restored ${jobKey}`;
      await applyEvent(trx, chart, {
        sponsorKey,
        processKey,
        eventId,
        event: { type: RESTORED },
        at: clock.now(),
      });
    });
  },
});

function chartNamed(charts: Readonly<Record<string, ProcessChart>>, name: string): ProcessChart {
  const chart = charts[name];
  if (!chart) throw new FinalFailure(`there is no chart ${name}`);
  return chart;
}
