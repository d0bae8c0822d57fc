/** Begins processes and applies events to them: each in one transaction, which enqueues the tasks of the chart. */
import type { AnyStateMachine, InputFrom } from 'xstate';
import { cancelJob, enqueue } from '../jobs/enqueue.store.ts';
import type { JobKind } from '../jobs/job.types.ts';
import { processChanged, processNotFound } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import {
  appendEvent,
  findProcess,
  hasEvent,
  insertProcess,
  lockProcess,
  updateProcess,
} from './process.store.ts';
import type { Applied, Process, ProcessChart, ProcessEvent } from './process.types.ts';
import { firstStep, nextStep, type Step } from './transition.ts';

/** What the job of a task carries. */
export interface TaskPayload<Input = unknown> {
  processKey: string;
  /** the invocation that waits for it */
  task: string;
  input: Input;
}

/** The jobs of one task of a chart. */
export const taskKind = <Input>({ name, tasks }: ProcessChart, src: string): JobKind<TaskPayload<Input>> => {
  const task = tasks[src];
  if (!task) throw new Error(`the chart ${name} invokes ${src}, which is none of its tasks`);
  return { kind: `${name}.${src}`, maxAttempts: task.maxAttempts };
};

/** The job that reports that the time of a process is over. */
export const PROCESS_DEADLINE: JobKind<{ chart: string; processKey: string; deadline: string }> = {
  kind: 'process-deadline',
};

/** The job that reports that a process comes of a backup. */
export const PROCESS_RESTORED: JobKind<{ chart: string; processKey: string }> = { kind: 'process-restored' };

interface NewProcess<Machine extends AnyStateMachine> {
  sponsorKey: number;
  /** given by who asks, so that asking twice begins one */
  processKey: string;
  input: InputFrom<Machine> & object;
  at: Date;
  /** left out: the product itself */
  userKey?: number;
}

/** Begins a process, or answers the one of this key that was begun before. */
export async function startProcess<Machine extends AnyStateMachine>(
  trx: Trx,
  chart: ProcessChart<Machine>,
  { sponsorKey, processKey, input, at, userKey }: NewProcess<Machine>,
): Promise<{ process: Process; isNew: boolean }> {
  const step = firstStep(chart, input);
  const blank: Process = {
    sponsorKey,
    processKey,
    chart: chart.name,
    state: step.state,
    context: step.context,
    status: step.status,
    revision: 0,
    tasks: {},
    deadline: null,
    deadlineJob: null,
    createdBy: userKey ?? null,
    createdAt: at,
    updatedAt: at,
  };
  if (!(await insertProcess(trx, blank))) {
    const known = await findProcess(trx, sponsorKey, processKey);
    if (!known) throw processNotFound();
    return { process: known, isNew: false };
  }
  const event = { type: 'process.started', input };
  await appendEvent(trx, { sponsorKey, processKey, eventId: 'started', event, at, userKey }, 0);
  const process = await carryOut(trx, chart, blank, step, at);
  await updateProcess(trx, process);
  return { process, isNew: true };
}

/**
 * Applies an event. Throws 404 PROCESS_NOT_FOUND, 409 PROCESS_CHANGED where the sender has not seen its newest revision, and
 * 409 PROCESS_STATE_UNKNOWN where the chart no longer knows its state; the process is then as it was.
 */
export async function applyEvent(trx: Trx, chart: ProcessChart, sent: ProcessEvent): Promise<Applied> {
  const process = await lockProcess(trx, sent.sponsorKey, sent.processKey);
  if (!process || process.chart !== chart.name) throw processNotFound();
  if (await hasEvent(trx, sent)) return { outcome: 'known', process };
  if (sent.revision !== undefined && sent.revision !== process.revision) throw processChanged();
  const step = process.status === 'active' ? nextStep(chart, process, sent.event) : null;
  if (!step) return { outcome: 'refused', process };
  const next = { ...process, revision: process.revision + 1, updatedAt: sent.at };
  await appendEvent(trx, sent, next.revision);
  const carriedOut = await carryOut(trx, chart, next, step, sent.at);
  await updateProcess(trx, carriedOut);
  return { outcome: 'applied', process: carriedOut };
}

/** How a task ended. */
export type TaskResult = { output: unknown } | { error: { message: string } };

/** Applies how a task ended, where the process still waits for just this job; the same answer counts once. */
export async function answerTask(
  trx: Trx,
  chart: ProcessChart,
  { sponsorKey, jobKey, payload }: { sponsorKey: number; jobKey: number; payload: TaskPayload },
  result: TaskResult,
  at: Date,
): Promise<void> {
  const { processKey, task } = payload;
  const process = await lockProcess(trx, sponsorKey, processKey);
  if (process?.tasks[task] !== jobKey) return;
  const type = `xstate.${'output' in result ? 'done' : 'error'}.actor.${task}`;
  const event = { type, actorId: task, ...result };
  await applyEvent(trx, chart, { sponsorKey, processKey, eventId: `task ${jobKey}`, event, at });
}

/** Enqueues and cancels the tasks of the step and runs its actions. Returns the process after it. */
async function carryOut(
  trx: Trx,
  chart: ProcessChart,
  process: Process,
  { state, context, status, effects }: Step,
  at: Date,
): Promise<Process> {
  const { sponsorKey, processKey, createdBy } = process;
  const tasks = { ...process.tasks };
  const next: Process = { ...process, state, context, status, tasks };
  for (const effect of effects)
    if (effect.kind === 'start')
      tasks[effect.task] = await enqueue(trx, {
        kind: taskKind(chart, effect.src),
        sponsorKey,
        payload: { processKey, task: effect.task, input: effect.input },
        at,
        createdBy: createdBy ?? undefined,
      });
    else if (effect.kind === 'stop') {
      const jobKey = tasks[effect.task];
      if (jobKey !== undefined) await cancelJob(trx, sponsorKey, jobKey, at);
      delete tasks[effect.task];
    } else {
      const action = chart.actions?.[effect.action];
      if (!action)
        throw new Error(
          `the chart ${chart.name} has the action ${effect.action}, which the server does not know`,
        );
      await action(trx, next, effect.params);
    }
  const deadline = status === 'active' ? (chart.deadlineOf?.(next) ?? null) : null;
  return { ...next, ...(await movedDeadline(trx, next, deadline, at)) };
}

async function movedDeadline(
  trx: Trx,
  { sponsorKey, processKey, chart, deadline: before, deadlineJob }: Process,
  deadline: Date | null,
  at: Date,
): Promise<Pick<Process, 'deadline' | 'deadlineJob'>> {
  if (before?.getTime() === deadline?.getTime()) return { deadline: before, deadlineJob };
  if (deadlineJob !== null) await cancelJob(trx, sponsorKey, deadlineJob, at);
  if (deadline === null) return { deadline: null, deadlineJob: null };
  const payload = { chart, processKey, deadline: deadline.toISOString() };
  const job = { kind: PROCESS_DEADLINE, sponsorKey, payload, at, runAt: deadline };
  return { deadline, deadlineJob: await enqueue(trx, job) };
}
