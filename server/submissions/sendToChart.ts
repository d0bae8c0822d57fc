/** Events of receivers to the chart of a batch. */
import { applyEvent } from '../processes/applyEvent.ts';
import { findProcess } from '../processes/process.store.ts';
import type { Applied } from '../processes/process.types.ts';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';
import { SUBMISSION_BATCH } from './submission.process.ts';

/** A process that ended long ago is removed: it takes no event any more. */
export async function sendToChart(
  trx: Trx,
  { sponsor_key: sponsorKey, process_key: processKey }: Batch,
  eventId: string,
  { type, at }: { type: 'answer.rejected' | 'answer.acknowledged' | 'receipt'; at: Date },
): Promise<Applied['outcome']> {
  if (!(await findProcess(trx, sponsorKey, processKey))) return 'refused';
  const event = { sponsorKey, processKey, eventId, event: { type }, at };
  return (await applyEvent(trx, SUBMISSION_BATCH, event)).outcome;
}
