import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isDecodable, isPng } from './pngChunks.ts';

/** One pixel that is half transparent. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNISfjfAAAFMwJE3s4cHAAAAABJRU5ErkJggg==',
  'base64',
);
/** A byte of its data is lost, so that the next chunk says it has two gigabytes. */
const DAMAGED = Buffer.concat([PIXEL.subarray(0, 50), PIXEL.subarray(51)]);

/** The same file, which says that it has more pixels. */
function withSize(width: number, height: number): Buffer {
  const png = Buffer.from(PIXEL);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

describe('a PNG', () => {
  it('is known by its first bytes', () => {
    expect([PIXEL, Buffer.from('GIF89a'), Buffer.alloc(0)].map(isPng)).toEqual([true, false, false]);
  });

  it('has all of its chunks, or is damaged', async () => {
    expect(await Promise.all([PIXEL, DAMAGED].map(isDecodable))).toEqual([true, false]);
  });

  it('is decoded up to a number of pixels, whatever its length', async () => {
    const images = [PIXEL, withSize(4000, 4000), withSize(4001, 4000), withSize(2 ** 31, 2 ** 31), DAMAGED];
    expect(await Promise.all(images.map(isDecodable))).toEqual([true, true, false, false, false]);
  });

  it('that holds more than it names is damaged', async () => {
    const data = deflateSync(Buffer.alloc(1000));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const parts = [
      PIXEL.subarray(0, 33),
      length,
      Buffer.from('IDAT'),
      data,
      Buffer.alloc(4),
      PIXEL.subarray(-12),
    ];
    expect(await isDecodable(Buffer.concat(parts))).toBe(false);
  });

  it('whose data cannot be unpacked is damaged', async () => {
    const changed = Buffer.from(PIXEL);
    changed[45] = 0xff;
    expect(await isDecodable(changed)).toBe(false);
  });

  it('that is cut off anywhere is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: PIXEL.length - 1 }), async (length) => {
        expect(await isDecodable(PIXEL.subarray(0, length))).toBe(false);
      }),
    );
  });
});
