import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSame } from './expectSame.ts';
import { caseOfAllItems, type Chooser } from './generated.ts';
import { catalogue } from './roundTrip.ts';

const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { numRuns: 1, seed: 42 })[0] as T;

describe('a case of all items', () => {
  it.each([0, 1, 2])('comes back equal, with alternative %i of those that share a place', async (index) => {
    const seen = await caseOfAllItems(2, {
      pick: (from) => from[index % from.length] as (typeof from)[number],
      draw: sample,
      nullFlavor: () => null,
    });
    expect(seen.values.length).toBeGreaterThan(500);
    await expectSame(seen);
  });

  const max = Math.max(...Object.values(catalogue.items).map(({ nullFlavors }) => nullFlavors.length));
  it.each(Array.from({ length: max }, (_, index) => index))(
    'comes back equal with the null flavor number %i of every item',
    async (index) => {
      const seen = await caseOfAllItems(1, {
        pick: (from) => from[0] as (typeof from)[number],
        draw: sample,
        nullFlavor: (allowed) => allowed[index] ?? null,
      });
      await expectSame(seen);
    },
  );

  it('comes back equal whatever is in it', async () => {
    const seeds = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 2 }), async (seed, rowCount) =>
        expectSame(await caseOfAllItems(rowCount, chooserFrom(seed))),
      ),
      { numRuns: 40 },
    );
  });
});

/** A case has thousands of choices: they are drawn from one seed, which is what a failure prints. */
function chooserFrom(seed: number): Chooser {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff);
  const pick = <T>(from: readonly T[]): T => from[(next() >> 8) % from.length] as T;
  return {
    pick,
    draw: <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: 1, seed: next() })[0] as T,
    nullFlavor: (allowed) => pick([null, null, ...allowed]),
  };
}
