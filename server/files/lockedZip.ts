/** A ZIP of one file that a password opens: AES-256 as WinZip defines it (AE-2). */
import { Readable } from 'node:stream';

/** Of the key: 256 bits. */
const STRENGTH = 3;

/** The bytes of the ZIP. The name of the file in it can be read without the password. */
export async function lockedZip(
  name: string,
  content: AsyncIterable<Uint8Array | string>,
  { password, at }: { password: string; at: Date },
): Promise<Uint8Array> {
  // few mails carry one: a start does not wait for it
  const { Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    password,
    encryptionStrength: STRENGTH,
    zipCrypto: false,
    useWebWorkers: false,
  });
  const bytes = Readable.toWeb(Readable.from(asBytes(content))) as ReadableStream<Uint8Array>;
  await writer.add(name, bytes, { lastModDate: at });
  return writer.close();
}

const encoder = new TextEncoder();

async function* asBytes(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}
