/** Which names have which features, in typed arrays: cosine of binary features weighted by their rarity. */

/** A question: a feature and how much it counts. */
export type Weighted = ReadonlyMap<number, number>;

export interface SparseIndex {
  size: number;
  /** does a name have it? */
  has: (bucket: number) => boolean;
  /** of a bucket; the largest there is for one no name has */
  rarity: (bucket: number) => number;
  /** Adds `share` times the cosine of the question and each name to `scores` (one place a name). */
  addScores: (question: Weighted, share: number, scores: Float32Array) => void;
}

/** `featuresOf` hands out the buckets of a name, repeated ones included. */
export function buildSparseIndex(
  size: number,
  bits: number,
  featuresOf: (name: number, take: (bucket: number) => void) => void,
): SparseIndex {
  const buckets = 1 << bits;
  const starts = new Uint32Array(buckets + 1);
  eachFeature(size, buckets, featuresOf, (bucket) => void (starts[bucket + 1] = at(starts, bucket + 1) + 1));
  const most = Math.log(1 + size);
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
    rarity: (bucket) => at(weights, bucket) || most,
    addScores: (question, share, scores) => {
      const parts = [...question]
        .map(([bucket, factor]) => ({
          bucket,
          weight: at(weights, bucket),
          asked: factor * at(weights, bucket),
        }))
        .filter(({ asked }) => asked > 0)
        .sort((one, other) => other.asked - one.asked);
      const square = parts.reduce((sum, { asked }) => sum + asked ** 2, 0);
      let left = square;
      for (const { bucket, weight, asked } of parts) {
        // what most names have is looked through for long and tells least
        if (left < square * PASSED_OVER) return;
        left -= asked ** 2;
        const part = (share * asked * weight) / Math.sqrt(square);
        const end = at(starts, bucket + 1);
        for (let place = at(starts, bucket); place < end; place += 1) {
          const name = at(postings, place);
          scores[name] = at(scores, name) + part / at(lengths, name);
        }
      }
    },
  };
}

/** so much of a question may be left out */
const PASSED_OVER = 0.04;

/** Each feature of each name once. */
function eachFeature(
  size: number,
  buckets: number,
  featuresOf: (name: number, take: (bucket: number) => void) => void,
  take: (bucket: number, name: number) => void,
): void {
  const seen = new Uint32Array(buckets);
  for (let name = 0; name < size; name += 1)
    featuresOf(name, (bucket) => {
      if (seen[bucket] === name + 1) return;
      seen[bucket] = name + 1;
      take(bucket, name);
    });
}

/** A place that is known to be there. */
const at = (numbers: Uint32Array | Float32Array, place: number): number => numbers[place] ?? 0;

/** The places of the `count` highest scores above 0, in falling order. */
export function highest(scores: Float32Array, count: number): number[] {
  const kept: number[] = [];
  let least = 0;
  for (let place = 0; place < scores.length; place += 1) {
    const score = at(scores, place);
    if (score <= least) continue;
    kept.push(place);
    if (kept.length < count * 4) continue;
    kept.sort((one, other) => at(scores, other) - at(scores, one) || one - other);
    kept.length = count;
    least = at(scores, kept[count - 1] ?? 0);
  }
  return kept.sort((one, other) => at(scores, other) - at(scores, one) || one - other).slice(0, count);
}
