import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSame } from './expectSame.ts';
import { caseOfAllItems } from './generated.ts';
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
});
