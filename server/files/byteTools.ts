/** Compression and base64 of the platform, for the E2B reader and writer. */
import { pipeline, Readable } from 'node:stream';
import { createDeflateRaw, inflateRawSync, unzipSync } from 'node:zlib';
import type { ByteTools } from '../../shared/e2b/index.ts';

/** An attachment that grows beyond this stays compressed. */
export const MAX_INFLATED_BYTES = 100_000_000;

export const nodeBytes: ByteTools = {
  inflate: (bytes) => {
    const limit = { maxOutputLength: MAX_INFLATED_BYTES };
    try {
      return inflateRawSync(bytes, limit);
    } catch {
      // the vocabulary means raw deflate, some senders wrap it as zlib or gzip
      return unzipSync(bytes, limit);
    }
  },
  deflate: (pieces) => {
    const deflated = createDeflateRaw();
    // an error of the source destroys the stream, whose reader receives it
    pipeline(Readable.from(pieces), deflated, () => {});
    return deflated;
  },
  fromBase64: (text) => Buffer.from(text, 'base64'),
  toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
};
