/** Names of files that every gateway and file system takes, and what a whole file looks like. */
import { hasDisposition } from '../../../shared/submission/readReceipt.ts';
import type { IncomingFile } from './transport.ts';

/** Stays in its folder: no name begins with a dot. */
export const safeName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 90);

/** Bytes; a larger answer is unreadable. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** A file without the end of its content is being written; after this time it is taken as it is. */
const INCOMPLETE_AFTER_MS = 30_000;

/** Bytes at the end of an answer, in which its last tag is. */
const END_BYTES = 200;

/** A receipt is some lines: bytes at the beginning of a file. */
const MAX_RECEIPT_BYTES = 64 * 1024;

/** The text that a receipt is read by. */
export const receiptText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, MAX_RECEIPT_BYTES)).toString('utf8');

/** Whether the writer has ended the file: it ends as a document does, has a whole disposition, or has not changed for a while. */
export const isWhole = (
  { kind, bytes }: Pick<IncomingFile, 'kind' | 'bytes'>,
  changedAt: number,
  now: Date,
): boolean =>
  /<\/[\w:.-]+>\s*$/.test(Buffer.from(bytes.subarray(-END_BYTES)).toString('latin1')) ||
  (kind !== 'answer' && hasDisposition(receiptText(bytes))) ||
  now.getTime() - changedAt > INCOMPLETE_AFTER_MS;
