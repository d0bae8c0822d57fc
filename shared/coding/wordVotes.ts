/**
 * What earlier codings say about words, for patients' own words: naive Bayes over words and pairs of words. It decides
 * where no earlier coding of the text and no name of the dictionary does.
 */

interface CodedWords {
  words: readonly string[];
  codeIndex: number;
  times: number;
}

export interface WordVotes {
  /** Probabilities of the likeliest codes, by index of the code; none without a known word. */
  likely: (words: readonly string[]) => ReadonlyMap<number, number>;
}

/** count of a feature that a code was never given for */
const SMOOTHING = 0.1;
/** counts of the words of one text are not independent */
const CONFIDENCE = 0.7;
const LIKELIEST = 10;

const featuresOf = (words: readonly string[]): string[] => [
  ...words,
  ...words.slice(1).map((word, at) => `${words[at]} ${word}`),
];

export function buildWordVotes(codings: readonly CodedWords[]): WordVotes {
  const byFeature = new Map<string, Map<number, number>>();
  const codes = new Map<number, { times: number; features: number }>();
  for (const { words, codeIndex, times } of codings) {
    const features = featuresOf(words);
    const code = codes.get(codeIndex) ?? { times: 0, features: 0 };
    codes.set(codeIndex, { times: code.times + times, features: code.features + times * features.length });
    for (const feature of features) {
      const counts = byFeature.get(feature) ?? new Map<number, number>();
      byFeature.set(feature, counts.set(codeIndex, (counts.get(codeIndex) ?? 0) + times));
    }
  }
  return {
    likely: (words) => {
      const known = featuresOf(words).flatMap((feature) => byFeature.get(feature) ?? []);
      const possible = new Set(known.flatMap((counts) => [...counts.keys()]));
      const scores = [...possible].map((codeIndex) => {
        const { times, features } = codes.get(codeIndex) ?? { times: 0, features: 0 };
        const all = features + SMOOTHING * byFeature.size;
        const likelihood = known.reduce(
          (sum, counts) => sum + Math.log(((counts.get(codeIndex) ?? 0) + SMOOTHING) / all),
          0,
        );
        return [codeIndex, CONFIDENCE * (Math.log(times) + likelihood)] as const;
      });
      return probabilities(scores);
    },
  };
}

function probabilities(scores: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
  const best = Math.max(...scores.map(([, score]) => score));
  const parts = scores.map(([codeIndex, score]) => [codeIndex, Math.exp(score - best)] as const);
  const sum = parts.reduce((total, [, part]) => total + part, 0);
  return new Map(
    parts
      .map(([codeIndex, part]) => [codeIndex, part / sum] as const)
      .sort((one, other) => other[1] - one[1] || one[0] - other[0])
      .slice(0, LIKELIEST),
  );
}
