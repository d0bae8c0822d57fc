/** A sparse index in typed arrays: cosine similarity of binary features weighted by rarity. */

/** A query: features and their weights. */
export type Weighted = ReadonlyMap<number, number>;

export interface SparseIndex {
  size: number;
  /** whether a name has it */
  has: (bucket: number) => boolean;
  /** weight of a bucket; the maximum for a bucket without names */
  rarity: (bucket: number) => number;
  /** Adds `share` times the cosine of the query and each name to `scores` (one entry per name). */
  addScores: (question: Weighted, share: number, scores: Float32Array) => void;
}

/** `featuresOf` emits the buckets of a name, possibly repeated. */
export function buildSparseIndex(
  size: number,
  bits: number,
  featuresOf: (name: number, add: (bucket: number) => void) => void,
): SparseIndex {
  const buckets = 1 << bits;
  const starts = new Uint32Array(buckets + 1);
  eachFeature(size, buckets, featuresOf, (bucket) => void (starts[bucket + 1] = at(starts, bucket + 1) + 1));
  const maxWeight = Math.log(1 + size);
  for (let bucket = 0; bucket < buckets; bucket += 1)
    starts[bucket + 1] = at(starts, bucket + 1) + at(starts, bucket);
  const postings = new Uint32Array(at(starts, buckets));
  const lengths = new Float32Array(size);
  const next = starts.slice();
  const weights = new Float32Array(buckets);
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const having = at(starts, bucket + 1) - at(starts, bucket);
    if (having > 0) weights[bucket] = Math.log(1 + size / having);
  }
  eachFeature(size, buckets, featuresOf, (bucket, name) => {
    postings[at(next, bucket)] = name;
    next[bucket] = at(next, bucket) + 1;
    lengths[name] = at(lengths, name) + at(weights, bucket) ** 2;
  });
  for (let name = 0; name < size; name += 1) lengths[name] = Math.sqrt(at(lengths, name)) || 1;

  return {
    size,
    has: (bucket) => at(weights, bucket) > 0,
    rarity: (bucket) => at(weights, bucket) || maxWeight,
    addScores: (question, share, scores) => {
      const parts = [...question]
        .map(([bucket, factor]) => ({
          bucket,
          weight: at(weights, bucket),
          asked: factor * at(weights, bucket),
        }))
        .filter(({ asked: queryWeight }) => queryWeight > 0)
        .sort((one, other) => other.asked - one.asked);
      const square = parts.reduce((sum, { asked: queryWeight }) => sum + queryWeight ** 2, 0);
      let remaining = square;
      for (const { bucket, weight, asked: queryWeight } of parts) {
        // the most common features cost most and distinguish least
        if (remaining < square * PASSED_OVER) return;
        remaining -= queryWeight ** 2;
        const part = (share * queryWeight * weight) / Math.sqrt(square);
        const end = at(starts, bucket + 1);
        for (let index = at(starts, bucket); index < end; index += 1) {
          const name = at(postings, index);
          scores[name] = at(scores, name) + part / at(lengths, name);
        }
      }
    },
  };
}

/** share of a query that may be skipped */
const PASSED_OVER = 0.04;

/** Each feature of each name once. */
function eachFeature(
  size: number,
  buckets: number,
  featuresOf: (name: number, add: (bucket: number) => void) => void,
  add: (bucket: number, name: number) => void,
): void {
  const seen = new Uint32Array(buckets);
  for (let name = 0; name < size; name += 1)
    featuresOf(name, (bucket) => {
      if (seen[bucket] === name + 1) return;
      seen[bucket] = name + 1;
      add(bucket, name);
    });
}

/** Reads an index known to exist. */
const at = (numbers: Uint32Array | Float32Array, index: number): number => numbers[index] ?? 0;

/** The indexes of the `count` highest scores above 0, in descending order. */
export function topScores(scores: Float32Array, count: number): number[] {
  const top: number[] = [];
  let threshold = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const score = at(scores, index);
    if (score <= threshold) continue;
    top.push(index);
    if (top.length < count * 4) continue;
    top.sort((one, other) => at(scores, other) - at(scores, one) || one - other);
    top.length = count;
    threshold = at(scores, top[count - 1] ?? 0);
  }
  return top.sort((one, other) => at(scores, other) - at(scores, one) || one - other).slice(0, count);
}
