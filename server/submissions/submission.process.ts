/** A batch as a durable process: the chart and what its actions store beside it. */
import {
  submissionBatchMachine,
  type HandOver,
  type RemoteState,
  type AttemptResult,
  type SubmissionBatchContext,
} from '../../machines/submission-batch/submissionBatch.machine.ts';
import type { Process, ProcessChart } from '../processes/process.types.ts';
import type { Trx } from '../storage/database.ts';
import {
  appendEvent,
  endAttempt,
  findAttempts,
  findBatchOfProcess,
  updateBatch,
  type Batch,
} from './batch.store.ts';
import { applyToMessages } from './messageState.ts';

/** The name of the state of a process, without its inner states. */
export const stateNameOf = ({ state }: Pick<Process, 'state'>): string =>
  typeof state === 'string' ? state : (Object.keys(state)[0] ?? '');

const batchOf = async (trx: Trx, { sponsorKey, processKey }: Process): Promise<Batch> => {
  const batch = await findBatchOfProcess(trx, sponsorKey, processKey);
  if (!batch) throw new Error(`the process ${processKey} has no batch`);
  return batch;
};

/**
 * When the last attempt began: the file went out with it or before, whenever that became known. By hand nobody knows more than
 * who tells it, and a backup may lack the attempt.
 */
async function begunAt(trx: Trx, { updatedAt, context }: Process, batch: Batch): Promise<Date> {
  const { isRestored } = context as SubmissionBatchContext;
  if (batch.transport === 'byHand' || isRestored) return updatedAt;
  return (await findAttempts(trx, batch)).at(-1)?.started_at ?? updatedAt;
}

export const SUBMISSION_BATCH: ProcessChart<typeof submissionBatchMachine> = {
  name: 'submission-batch',
  machine: submissionBatchMachine,
  tasks: { checkBatch: { maxAttempts: 3 }, handOver: { maxAttempts: 8 }, askRemote: { maxAttempts: 5 } },
  actions: {
    recordState: async (trx, process) => {
      const batch = await findBatchOfProcess(trx, process.sponsorKey, process.processKey);
      // the first state is entered before the batch is there
      if (!batch) return;
      const state = stateNameOf(process);
      const { fault } = process.context as SubmissionBatchContext;
      await updateBatch(trx, batch, { state, fault });
      if (state !== batch.state)
        await appendEvent(trx, batch, { type: `state.${state}`, text: fault, at: process.updatedAt });
    },
    recordAttempt: async (trx, process, params) => {
      const result = params as AttemptResult;
      const failed = result.outcome === 'failed' ? result : null;
      const batch = await batchOf(trx, process);
      await endAttempt(trx, batch, {
        ended_at: process.updatedAt,
        outcome: result.outcome,
        fault: failed?.fault ?? null,
        message: failed?.message ?? null,
      });
      await appendEvent(trx, batch, {
        type: `attempt.${result.outcome}`,
        text: failed?.message ?? null,
        at: process.updatedAt,
      });
    },
    recordRestore: async (trx, process) => {
      await appendEvent(trx, await batchOf(trx, process), { type: 'restored', at: process.updatedAt });
    },
    recordRemote: async (trx, process, params) => {
      const { known } = params as RemoteState;
      const outcome = known === 'taken' ? 'handedOver' : 'notHandedOver';
      const batch = await batchOf(trx, process);
      await endAttempt(trx, batch, { ended_at: process.updatedAt, outcome });
      await appendEvent(trx, batch, { type: `remote.${known}`, at: process.updatedAt });
    },
    recordHandOver: async (trx, process, params) => {
      const { known, at } = params as HandOver;
      const batch = await batchOf(trx, process);
      const noted = async () => (known === 'atOnce' ? process.updatedAt : begunAt(trx, process, batch));
      const sent_at = at === undefined ? await noted() : new Date(at);
      if (batch.sent_at === null) await updateBatch(trx, batch, { sent_at });
      await applyToMessages(trx, batch, 'handedOver');
    },
  },
  deadlineOf: ({ state, context }) => {
    const { nextTryAt } = context as SubmissionBatchContext;
    const isWaiting = typeof state === 'object' && 'sending' in state && state.sending === 'waiting';
    return isWaiting && nextTryAt !== null ? new Date(nextTryAt) : null;
  },
};
