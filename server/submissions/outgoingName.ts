/** The names of the files of batches. */
import { fileNameBy } from '../../shared/submission/fileNames.ts';
import type { Trx } from '../storage/database.ts';
import { findBatchesNamed, lockFileNames, type Batch } from './batch.store.ts';
import { safeName } from './transports/fileNames.ts';

const DEFAULT_PATTERN = '{batch}';

/**
 * With the ending, at the time at which the batch is sent: `CCYYMMDDhhmmss`. No two batches have one name, which is what a
 * transport finds the file by and a receipt the batch: a pattern without a number may give it twice.
 */
export async function outgoingName(trx: Trx, batch: Batch, time: string): Promise<string> {
  const { sponsor_key: sponsorKey, file_pattern, sender_id, batch_key, batch_number } = batch;
  const parts = { sender: sender_id, time, number: batch_key, batch: batch_number };
  const name = safeName(fileNameBy(file_pattern ?? DEFAULT_PATTERN, parts));
  await lockFileNames(trx, sponsorKey);
  const isTaken = (await findBatchesNamed(trx, sponsorKey, 'file_name', `${name}.xml`)).length > 0;
  return isTaken ? `${name}-${batch_key}.xml` : `${name}.xml`;
}

/** The name that the file of a batch was sent with, or is downloaded with before. */
export const fileNameOf = ({ file_name, batch_number }: Pick<Batch, 'file_name' | 'batch_number'>): string =>
  file_name ?? `${safeName(batch_number)}.xml`;
