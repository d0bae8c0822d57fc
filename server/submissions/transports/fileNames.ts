/** Names of files that every gateway and file system takes, and what a whole answer looks like. */

/** Stays in its folder: no name begins with a dot. */
export const safeName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 90);

/** Bytes; a larger answer is unreadable. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** An answer without the end of a document is being written; after this time it is taken as it is. */
const INCOMPLETE_AFTER_MS = 30_000;

/** Whether the writer has ended the file: it ends as a document does, or has not changed for a while. */
export const isWhole = (bytes: Buffer, changedAt: number, now: Date): boolean =>
  /<\/[\w:.-]+>\s*$/.test(bytes.subarray(-200).toString('latin1')) ||
  now.getTime() - changedAt > INCOMPLETE_AFTER_MS;
