import { Readable } from 'node:stream';

/**
 * A stream of the bytes that a generator makes of another stream, which is closed with it. A generator that was never
 * started closes nothing by itself: an answer whose client is gone before its first byte would leave the file open.
 */
export function generatedStream(
  source: Readable,
  generate: (source: Readable) => AsyncIterable<Buffer>,
): Readable {
  const stream = Readable.from(generate(source), { objectMode: false });
  return stream.once('close', () => source.destroy());
}
