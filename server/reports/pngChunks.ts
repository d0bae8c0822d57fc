/** The parts of a PNG, before a decoder that believes their lengths reads it. */

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length and type before the data of a chunk, and its checksum behind them, in bytes. */
const FRAME = 12;

export const isPng = (image: Buffer): boolean => image.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/**
 * Whether all chunks lie in the file, up to the one that ends it (PNG specification, section 5). The decoder of pdfkit
 * reads as many bytes as a chunk says that it has, up to four gigabytes, whether they are there or not.
 */
export function hasWholeChunks(png: Buffer): boolean {
  let at = SIGNATURE.length;
  while (at + FRAME <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8);
    at += FRAME + png.readUInt32BE(at);
    if (type === 'IEND') return at <= png.length;
  }
  return false;
}

/** Bytes of a PNG before its width. */
const BEFORE_SIZE = SIGNATURE.length + 8;
/** Decoded, one of so many takes some hundred megabytes. */
const MAX_PIXELS = 16_000_000;

/**
 * Whether a PNG can be decoded in memory. The decoder of pdfkit makes room for as many pixels as a file says that it has,
 * and a file of some kilobytes can hold, or only name, thousands of millions.
 */
export const isDecodable = (png: Buffer): boolean =>
  hasWholeChunks(png) && png.readUInt32BE(BEFORE_SIZE) * png.readUInt32BE(BEFORE_SIZE + 4) <= MAX_PIXELS;
