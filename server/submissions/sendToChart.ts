/** Events of receivers to the chart of a batch. */
import { applyEvent } from '../processes/applyEvent.ts';
import { findProcess } from '../processes/process.store.ts';
import type { Applied } from '../processes/process.types.ts';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';
import { SUBMISSION_BATCH } from './submission.process.ts';

type ReceiverEvent =
  | { type: 'answer.rejected' | 'answer.acknowledged' | 'receipt' | 'centreReceipt' }
  | { type: 'receipt.refused'; message: string };

/** A process that ended long ago is removed: it takes no event any more. */
export async function sendToChart(
  trx: Trx,
  { sponsor_key: sponsorKey, process_key: processKey }: Batch,
  eventId: string,
  { at, ...event }: ReceiverEvent & { at: Date },
): Promise<Applied['outcome']> {
  if (!(await findProcess(trx, sponsorKey, processKey))) return 'refused';
  return (await applyEvent(trx, SUBMISSION_BATCH, { sponsorKey, processKey, eventId, event, at })).outcome;
}
