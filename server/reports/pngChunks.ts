/** The parts of a PNG, before a decoder that believes their lengths reads it. */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

/** In a thread of the pool: a file of some kilobytes may hold a hundred megabytes. */
const unpack = promisify(inflate);

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length and type before the data of a chunk, and its checksum behind them, in bytes. */
const FRAME = 12;

export const isPng = (image: Buffer): boolean => image.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/**
 * The data of all chunks up to the one that ends the file (PNG specification, section 5); null: they do not lie in the file.
 * The decoder of pdfkit reads as many bytes as a chunk says that it has, up to four gigabytes, whether they are there or not.
 */
function chunksOf(png: Buffer): { type: string; data: Buffer }[] | null {
  const chunks: { type: string; data: Buffer }[] = [];
  let at = SIGNATURE.length;
  while (at + FRAME <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + FRAME + png.readUInt32BE(at);
    chunks.push({ type, data: png.subarray(at + 8, end - 4) });
    at = end;
    if (type === 'IEND') return at <= png.length ? chunks : null;
  }
  return null;
}

/** Bytes of a PNG before its width. */
const BEFORE_SIZE = SIGNATURE.length + 8;
/** Decoded, one of so many takes some hundred megabytes. */
const MAX_PIXELS = 16_000_000;
/** Of a pixel of four colours of 16 bits, and of the beginnings of its lines where these are shortest. */
const MAX_PIXEL_BYTES = 10;

/**
 * Whether a PNG can be decoded in memory. The decoder of pdfkit makes room for as many pixels as a file says that it has,
 * and a file of some kilobytes can hold, or only name, thousands of millions; what it cannot unpack ends its thread.
 */
export async function isDecodable(png: Buffer): Promise<boolean> {
  const chunks = chunksOf(png);
  if (!chunks) return false;
  const pixels = png.readUInt32BE(BEFORE_SIZE) * png.readUInt32BE(BEFORE_SIZE + 4);
  if (pixels > MAX_PIXELS) return false;
  const packed = chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []));
  try {
    await unpack(Buffer.concat(packed), { maxOutputLength: Math.max(1, pixels * MAX_PIXEL_BYTES) });
    return true;
  } catch {
    return false;
  }
}
