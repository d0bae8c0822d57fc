import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parseJson.ts';

/** Small, so that short texts have many pieces. */
const pieces = fc.integer({ min: 1, max: 12 });
const parse = (text: string, piece?: number): Promise<unknown> => parseJson(text, JSON.parse, piece);

const spaces = fc.constantFrom('', ' '.repeat(20), '\n');
const texts = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), spaces, fc.constantFrom(undefined, 1, '\t'))
  .map(([value, around, indent]) => `${around}${JSON.stringify(value, null, indent)}${around}`);

const outcome = async (parsed: () => unknown): Promise<unknown> => {
  try {
    return { value: await parsed() };
  } catch {
    return 'refused';
  }
};

describe('a JSON text', () => {
  it('has the same value in pieces as whole', async () => {
    await fc.assert(
      fc.asyncProperty(texts, pieces, async (text, piece) => {
        expect(await parse(text, piece)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300, examples: [['{"__proto__":false,"a":[1,2,3]}', 1]] },
    );
  });

  it('is refused in pieces where it is refused whole', async () => {
    const damages = fc.tuple(
      fc.nat(),
      fc.nat({ max: 1 }),
      fc.constantFrom('', ',', '[', ']', '}', '"', ':', 'x'),
    );
    await fc.assert(
      fc.asyncProperty(texts, pieces, damages, async (text, piece, [place, removed, added]) => {
        const at = place % text.length;
        const damaged = text.slice(0, at) + added + text.slice(at + removed);
        expect(await outcome(() => parse(damaged, piece))).toEqual(await outcome(() => JSON.parse(damaged)));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a comma at the end', `[${'{},'.repeat(100_000)}]`],
    ['a comma at the beginning', `[,${'{},'.repeat(100_000)}{}]`],
    ['two commas', `[${'{},'.repeat(100_000)},${'{},'.repeat(100_000)}{}]`],
    ['two values', `[${'0,'.repeat(100_000)}0]0`],
    ['two lists', `[${'0,'.repeat(100_000)}0][${'0,'.repeat(100_000)}0]`],
    ['unequal brackets', `[${'0,'.repeat(100_000)}0}`],
    ['a list in a key', `{[${'0,'.repeat(100_000)}0]:0}`],
    ['a long constructor', `{"constructor":[${'0,'.repeat(100_000)}0]}`],
  ])('is refused with %s', async (_, text) => {
    await expect(parse(text)).rejects.toThrow();
  });
});
