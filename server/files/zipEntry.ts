/** The content of an entry of a ZIP. */
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

/**
 * The bytes that an entry unpacks to. Throws at their end where they are not those that were packed: the library checks how
 * many they are, and nothing else would tell a byte that was damaged on the way. It also throws as soon as there are more of
 * them than the entry declares.
 */
export async function* entryBytes(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, void> {
  let checksum = 0;
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== entry.crc32) throw new Error('its checksum is not that of its content');
}
