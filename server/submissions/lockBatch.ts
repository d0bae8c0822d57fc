/** What becomes of a batch is decided by one transaction after the other. */
import { lockProcess } from '../processes/process.store.ts';
import type { Trx } from '../storage/database.ts';
import { findBatch, type Batch } from './batch.store.ts';

/** The batch as it is when nobody else changes it any more: what was read before may be old. Process first, as events do. */
export async function lockBatch(trx: Trx, batch: Batch): Promise<Batch> {
  await lockProcess(trx, batch.sponsor_key, batch.process_key);
  return (await findBatch(trx, batch.sponsor_key, batch.batch_key)) ?? batch;
}
