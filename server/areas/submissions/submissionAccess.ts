/** Which batches a user may see, and the events that they send to one. */
import type { EventFromLogic } from 'xstate';
import { limitsOf } from '../../../shared/access/scope.ts';
import type { submissionBatchMachine } from '../../../machines/submission-batch/submissionBatch.machine.ts';
import type { SessionUser } from '../../http/session.ts';
import { submissionNotFound, submissionRefused } from '../../problems.ts';
import { applyEvent } from '../../processes/applyEvent.ts';
import type { Process } from '../../processes/process.types.ts';
import type { Trx } from '../../storage/database.ts';
import { findBatch, type Batch } from '../../submissions/batch.store.ts';
import { stateNameOf, SUBMISSION_BATCH } from '../../submissions/submission.process.ts';
import { isVisible } from './submissions.store.ts';

/** Throws 404 SUBMISSION_NOT_FOUND, also where a case of the batch is out of scope. */
export async function visibleBatch(trx: Trx, user: SessionUser, batchKey: number): Promise<Batch> {
  const batch = await findBatch(trx, user.sponsorKey, batchKey);
  if (!batch || !(await isVisible(trx, user, batchKey))) throw submissionNotFound();
  return batch;
}

/** Answers that belong to no batch may be about any case: users with limits of any kind see none of them. */
export const seesUnmatched = (user: SessionUser): boolean =>
  limitsOf(user).length === 0 && user.hidden.length === 0;

type BatchEvent = EventFromLogic<typeof submissionBatchMachine>;

/** Applies the event of a user. Throws 409 SUBMISSION_REFUSED where the state takes no such event. */
export async function sendEvent(
  trx: Trx,
  batch: Batch,
  event: BatchEvent,
  { userKey, at, eventId }: { userKey: number; at: Date; eventId: string },
): Promise<Process> {
  const { outcome, process } = await applyEvent(trx, SUBMISSION_BATCH, {
    sponsorKey: batch.sponsor_key,
    processKey: batch.process_key,
    eventId,
    event,
    at,
    userKey,
  });
  if (outcome === 'refused') throw submissionRefused(stateNameOf(process));
  return process;
}
