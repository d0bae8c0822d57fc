/** Names of files that every gateway and file system takes, and what a whole file looks like. */
import { hasDisposition } from '../../../shared/submission/readReceipt.ts';
import { keyOfBytes } from '../../files/fileKey.ts';
import type { IncomingFile } from './transport.ts';

/** Stays in its folder: no name begins with a dot. */
export const safeName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 90);

/** What `safeName` keeps apart from all other names: only spaces are replaced, and by what none of these has. */
const OWN_NAME = /^[A-Za-z0-9-][A-Za-z0-9 .-]{0,89}$/;
const HASH_DIGITS = 8;

/** As `safeName`, for what must not share a folder: where names could become the same, each has a part of its hash. */
export const ownSafeName = (name: string): string =>
  OWN_NAME.test(name)
    ? safeName(name)
    : `${safeName(name)}-${keyOfBytes(Buffer.from(name)).slice(0, HASH_DIGITS)}`;

/** Bytes; a larger answer is not read. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The content of a file, or where it is listed or read with too many bytes for an answer, a line about it. */
export async function contentOf(
  fileName: string,
  size: number,
  read: () => Promise<Uint8Array>,
): Promise<Pick<IncomingFile, 'bytes' | 'refused'>> {
  const bytes = size <= MAX_ANSWER_BYTES ? await read() : null;
  if (bytes && bytes.length <= MAX_ANSWER_BYTES) return { bytes, refused: null };
  return unreadContent(fileName, `${bytes?.length ?? size} bytes are too many for an answer`);
}

/** In place of a file that was not read: a line about it. */
export const unreadContent = (
  fileName: string,
  refused: string,
): Pick<IncomingFile, 'bytes' | 'refused'> => ({
  bytes: Buffer.from(`${fileName}: ${refused}\n`),
  refused,
});

/** A file without the end of its content is being written; after this time it is taken as it is. */
const INCOMPLETE_AFTER_MS = 30_000;

/** Bytes at the beginning and at the end of an answer, in which its first tag and its last one are. */
const START_BYTES = 4096;
const END_BYTES = 400;

/** A receipt is some lines: bytes at the beginning of a file. */
const MAX_RECEIPT_BYTES = 64 * 1024;

/** The text that a receipt is read by. */
export const receiptText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, MAX_RECEIPT_BYTES)).toString('utf8');

const FIRST_TAG = /<([A-Za-z_][\w:.-]*)/;
const LAST_TAG = /<\/([\w:.-]+)\s*>\s*$/;

/** Whether it ends with the tag that it begins with: another end tag is one of many in a document that is being written. */
function isDocument(bytes: Uint8Array): boolean {
  const textOf = (part: Uint8Array): string => {
    const text = Buffer.from(part).toString('latin1');
    // tags are letters of ASCII, which UTF-16 writes with a zero byte each; half a letter at the end is none
    return bytes.length % 2 === 0 ? text.replaceAll('\0', '') : text;
  };
  const last = LAST_TAG.exec(textOf(bytes.subarray(-END_BYTES)))?.[1];
  return last !== undefined && last === FIRST_TAG.exec(textOf(bytes.subarray(0, START_BYTES)))?.[1];
}

/**
 * Whether the writer has ended the file: it ends as a document does, has a whole disposition, or has not changed for a while.
 * `changedAt`: by a clock that is behind ours by `behindMs` at most.
 */
export const isWhole = (
  { kind, bytes }: Pick<IncomingFile, 'kind' | 'bytes'>,
  changedAt: number,
  now: Date,
  behindMs = 0,
): boolean =>
  isDocument(bytes) ||
  (kind !== 'answer' && hasDisposition(receiptText(bytes))) ||
  now.getTime() - changedAt > INCOMPLETE_AFTER_MS + behindMs;
