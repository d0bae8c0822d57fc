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
