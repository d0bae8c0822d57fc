import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWholeChunks, isPng } from './pngChunks.ts';

/** One pixel that is half transparent. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNISfjfAAAFMwJE3s4cHAAAAABJRU5ErkJggg==',
  'base64',
);
/** A byte of its data is lost, so that the next chunk says it has two gigabytes. */
const DAMAGED = Buffer.concat([PIXEL.subarray(0, 50), PIXEL.subarray(51)]);

describe('a PNG', () => {
  it('is known by its first bytes', () => {
    expect([PIXEL, Buffer.from('GIF89a'), Buffer.alloc(0)].map(isPng)).toEqual([true, false, false]);
  });

  it('has all of its chunks, or is damaged', () => {
    expect([PIXEL, DAMAGED].map(hasWholeChunks)).toEqual([true, false]);
  });

  it('that is cut off anywhere is damaged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PIXEL.length - 1 }), (length) => {
        expect(hasWholeChunks(PIXEL.subarray(0, length))).toBe(false);
      }),
    );
  });
});
