import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryPorts } from '../../scripts/e2b-commands.ts';
import { base64Decoder } from './base64.ts';

const tools = memoryPorts().bytes;

function decoded(pieces: readonly string[]): { bytes: Buffer; isDamaged: boolean } {
  const decoder = base64Decoder(tools);
  const bytes = Buffer.concat([...pieces.flatMap((piece) => decoder.write(piece)), ...decoder.end()]);
  return { bytes, isDamaged: decoder.isDamaged() };
}

const coded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const blocks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 8 });

describe('base64', () => {
  it('of any blocks comes back whole, however it arrives', () => {
    fc.assert(
      fc.property(
        blocks,
        fc.constantFrom('', '\r\n', ' '),
        fc.integer({ min: 1, max: 9 }),
        (all, end, size) => {
          const text = all.map((block) => coded(block) + end).join('');
          const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
          expect(decoded(pieces)).toEqual({ bytes: Buffer.concat(all), isDamaged: false });
        },
      ),
    );
  });

  it('is read in the alphabet of addresses too', () => {
    expect(decoded(['-_-_'])).toEqual({ bytes: Buffer.from('+/+/', 'base64'), isDamaged: false });
  });

  it.each([
    ['a foreign sign', 'QUJD*REVG', 'ABCDEF'],
    ['words', 'see the letter of 3 May', null],
    ['the address of data', 'data:text/plain;base64,QUJD', null],
    ['an end without padding', 'QUJDREU', 'ABCDE'],
    ['half a byte at the end', 'QUJDR', 'ABC'],
    ['half a byte before more', 'QUJDR=QUJD', 'ABCABC'],
  ])('with %s is damaged, and read as far as it goes', (_what, text, known) => {
    const { bytes, isDamaged } = decoded([text]);
    expect(isDamaged).toBe(true);
    if (known !== null) expect(bytes.toString()).toBe(known);
  });
});
