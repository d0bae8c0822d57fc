/** The key of a stored file: the SHA-256 of its content, in hexadecimal digits. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { generatedStream } from './generatedStream.ts';
import { readPieces } from './readPieces.ts';

export const isFileKey = (text: string): boolean => /^[\da-f]{64}$/.test(text);

/** The key of bytes. */
export const keyOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The key of a file of the local disk; its content is not held in memory. */
export async function keyOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path)) hash.update(piece);
  return hash.digest('hex');
}

/** The content of a stored file is not what was stored. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';

  constructor(fileKey: string) {
    super(`the stored file ${fileKey} is damaged: its content has another SHA-256`);
  }
}

/** Passes the content on; fails with `DamagedFile` at its end if the key is not that of the content. */
export const verified = (fileKey: string, content: Readable): Readable =>
  generatedStream(content, (source) => verify(fileKey, source));

async function* verify(fileKey: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== fileKey) throw new DamagedFile(fileKey);
}
