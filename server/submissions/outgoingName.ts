/** The names of the files of batches. */
import { fileNameBy } from '../../shared/submission/fileNames.ts';
import type { Batch } from './batch.store.ts';
import { safeName } from './transports/fileNames.ts';

const DEFAULT_PATTERN = '{batch}';

/** With the ending, at the time at which the batch is sent: `CCYYMMDDhhmmss`. */
export const outgoingName = (
  { file_pattern, sender_id, batch_key, batch_number }: Batch,
  time: string,
): string => {
  const parts = { sender: sender_id, time, number: batch_key, batch: batch_number };
  return `${safeName(fileNameBy(file_pattern ?? DEFAULT_PATTERN, parts))}.xml`;
};

/** The name that the file of a batch was sent with, or is downloaded with before. */
export const fileNameOf = ({ file_name, batch_number }: Pick<Batch, 'file_name' | 'batch_number'>): string =>
  file_name ?? `${safeName(batch_number)}.xml`;
