import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestTiers, tierOf, TIERS } from './tiers.ts';

const anEntry = fc.record({ current: fc.boolean(), size: fc.nat({ max: 200 }) });

describe('tiers', () => {
  it('keep the order of searches: current before old, shorter before longer', () => {
    fc.assert(
      fc.property(anEntry, anEntry, (one, other) => {
        fc.pre(tierOf(one) < tierOf(other));
        expect(one.current && (!other.current || one.size < other.size)).toBe(true);
      }),
    );
  });

  it('are all read, the nearest first and old entries last', () => {
    const tiers = nearestTiers(10);
    expect(tiers.toSorted((a, b) => a - b)).toEqual(TIERS);
    expect(tiers[0]).toBe(tierOf({ current: true, size: 10 }));
    expect(tiers.at(-1)).toBe(tierOf({ current: false, size: 10 }));
  });
});
