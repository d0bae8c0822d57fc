/** A ZIP archive that is written while its entries are read: memory does not grow with them. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  path: string;
  /** below 4 GB together, as is the archive */
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>;
}

const OPTIONS = {
  // packs nearly as small as the default 6, in a third of the time
  compressionLevel: 2,
  // the first day of the format: the archive does not reveal the server's clock
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/**
 * Returns the archive as a stream. Each entry is read to its end before the next one is requested. Destroying the stream
 * ends the reading at once; an error while an entry is read destroys the stream with that error.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  // a PassThrough, whose types promise less
  const out = zip.outputStream as Readable;
  const ending = new AbortController();
  out.on('close', () => ending.abort());
  addEntries(zip, entries, ending.signal).catch((error: Error) => out.destroy(error));
  return out;
}

async function addEntries(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { path, chunks } of entries) {
    const content = Readable.from(chunks, { objectMode: false, signal });
    zip.addReadStream(content, path, OPTIONS);
    await finished(content);
  }
  zip.end();
}
