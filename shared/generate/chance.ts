/** Chance that can be repeated: the same seed gives the same cases. */
export interface Chance {
  /** a whole number from `from` to `to`, both included */
  between: (from: number, to: number) => number;
  pick: <T>(from: readonly T[]) => T;
  /** different ones; fewer where there are fewer */
  pickSome: <T>(from: readonly T[], count: number) => T[];
  /** true in so many of a hundred */
  percent: (share: number) => boolean;
}

const INCREMENT = 0x6d2b79f5;

/**
 * Numbers from 0 up to 1, of 32 bits (mulberry32), without the first `skip`: good enough for examples, no good for
 * secrets.
 */
export function randomFrom(seed: number, skip = 0): () => number {
  let state = (seed + Math.imul(INCREMENT, skip)) | 0;
  return () => {
    state = (state + INCREMENT) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function chanceFrom(seed: number): Chance {
  const next = randomFrom(seed);
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('there is nothing to pick from');
    return from[between(0, from.length - 1)] as T;
  };
  const pickSome = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(between(0, left.length - 1), 1)[0] as T,
    );
  };
  return { between, pick, pickSome, percent: (share) => next() * 100 < share };
}
