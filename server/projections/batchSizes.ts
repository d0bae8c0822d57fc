/** How many cases a transaction of the backfill rebuilds: as many as take a tenth of a second, since a save may wait so long. */

const TARGET_MS = 100;
const FIRST_SIZE = 10;
const MAX_SIZE = 1000;
/** at most so many times as many as before: the first cases may have been small */
const MAX_GROWTH = 3;

export interface BatchSizes {
  of: (projection: string) => number;
  /** So many cases took so long. */
  learn: (projection: string, cases: number, ms: number) => void;
  /** One by one again. */
  reset: (projection: string) => void;
}

/** Sizes by projection: some are one statement for all cases, others evaluate every rule of a catalogue. */
export function batchSizes(): BatchSizes {
  const sizes = new Map<string, number>();
  const of = (projection: string): number => sizes.get(projection) ?? FIRST_SIZE;
  return {
    of,
    learn: (projection, cases, ms) => {
      if (cases === 0) return;
      const fitting = Math.floor((cases * TARGET_MS) / Math.max(ms, 1));
      sizes.set(projection, Math.max(1, Math.min(fitting, of(projection) * MAX_GROWTH, MAX_SIZE)));
    },
    reset: (projection) => void sizes.set(projection, 1),
  };
}
