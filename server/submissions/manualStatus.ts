/** The status that a user sets by hand where no answer came. */
import type { Trx } from '../storage/database.ts';
import { updateBatch, type Batch } from './batch.store.ts';
import { appendRevision } from './revision.store.ts';

/** What the receiver or its gateway sends ends it; the revisions keep both. */
export async function endManualStatus(trx: Trx, batch: Batch, at: Date): Promise<void> {
  if (batch.manual_status === null) return;
  await appendRevision(trx, batch, {
    comment: '',
    old_status: batch.manual_status,
    new_status: null,
    at,
    user_name: batch.receiver,
  });
  await updateBatch(trx, batch, { manual_status: null });
}
