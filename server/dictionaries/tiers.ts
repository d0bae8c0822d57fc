/**
 * Entries are in tiers: current ones by the length of their term, then old ones. A search reads one tier after the
 * other until it has its page. The index contains the tiers, so other bounds require loading the release again.
 */

/** Most characters of a term of each tier but the last one of current entries. */
const BOUNDS = [3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 23, 27, 32, 40, 60];
const OLD = BOUNDS.length + 1;

export const TIERS: readonly number[] = Array.from({ length: OLD + 1 }, (_, tier) => tier);

/** The tier of a term of so many characters: none of a later tier comes before it. */
export function tierOf({ current, size }: { current: boolean; size: number }): number {
  if (!current) return OLD;
  const tier = BOUNDS.findIndex((bound) => size <= bound);
  return tier === -1 ? BOUNDS.length : tier;
}

/** Tiers by how near their terms are to a length; old ones last. */
export const nearestTiers = (size: number): number[] => {
  const at = tierOf({ current: true, size });
  return TIERS.toSorted(
    (a, b) => Number(a === OLD) - Number(b === OLD) || Math.abs(a - at) - Math.abs(b - at),
  );
};
