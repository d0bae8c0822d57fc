/** How often the right code is among the first suggestions, and how long they take. */
import {
  buildCodingIndex,
  buildCodingMemory,
  suggestCodes,
  type CodingIndex,
  type CodingName,
  type CodingSources,
} from '../../shared/coding/index.ts';
import { wordsOf } from '../../shared/coding/words.ts';
import { percentile } from '../measure.ts';

export interface Pair {
  text: string;
  code: string;
}

export interface Accuracy {
  pairs: number;
  /** shares, 0 to 1 */
  at1: number;
  at5: number;
  at10: number;
  /** mean reciprocal rank */
  mrr: number;
}

export interface Figures {
  all: Accuracy;
  /** pairs whose text is a name of the dictionary but for order, plural, spelling and case */
  exact: Accuracy;
  others: Accuracy;
  /** pairs whose text was coded before in this form, and the others; null: nothing is coded yet */
  coded: Accuracy | null;
  uncoded: Accuracy | null;
  /** what may be taken without a person: how many of all, and how many of them are right */
  safe: { share: number; right: number };
  /** milliseconds a question */
  medianMs: number;
  p95Ms: number;
  p99Ms: number;
}

interface Answered {
  rank: number;
  /** null: nothing is coded yet */
  coded: boolean | null;
  exact: boolean;
  safe: boolean;
  ms: number;
}

const TOP = 10;

export function measureCoding(sources: CodingSources, pairs: readonly Pair[]): Figures {
  return figuresOf(pairs.map((pair) => answer(sources, pair)));
}

function answer(sources: CodingSources, { text, code }: Pair): Answered {
  const started = performance.now();
  const found = suggestCodes(sources, text, TOP);
  const ms = performance.now() - started;
  const rank = found.findIndex((one) => one.code === code);
  const exact = found.some(({ reason }) => reason.kind === 'exact');
  const coded = sources.memory ? sources.memory.votesFor(wordsOf(text)) !== undefined : null;
  return { rank: rank < 0 ? Infinity : rank, coded, exact, safe: found[0]?.safe ?? false, ms };
}

function figuresOf(answers: readonly Answered[]): Figures {
  const safe = answers.filter((one) => one.safe);
  const times = answers.map(({ ms }) => ms);
  return {
    all: accuracyOf(answers),
    exact: accuracyOf(answers.filter(({ exact }) => exact)),
    others: accuracyOf(answers.filter(({ exact }) => !exact)),
    coded: codedAccuracy(answers, true),
    uncoded: codedAccuracy(answers, false),
    safe: {
      share: safe.length / (answers.length || 1),
      right: safe.filter(({ rank }) => rank === 0).length / (safe.length || 1),
    },
    medianMs: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
  };
}

const codedAccuracy = (answers: readonly Answered[], isCoded: boolean): Accuracy | null =>
  answers.every(({ coded }) => coded === null)
    ? null
    : accuracyOf(answers.filter(({ coded }) => coded === isCoded));

const accuracyOf = (answers: readonly Answered[]): Accuracy => {
  const within = (count: number) => answers.filter(({ rank }) => rank < count).length / (answers.length || 1);
  const reciprocals = answers.reduce((sum, { rank }) => sum + 1 / (rank + 1), 0);
  return {
    pairs: answers.length,
    at1: within(1),
    at5: within(5),
    at10: within(10),
    mrr: reciprocals / (answers.length || 1),
  };
};

/** Cross-validation: each fold is coded with the codings of the others as history. */
export function measureFolds(
  index: CodingIndex,
  pairs: readonly Pair[],
  { folds, verbatim }: { folds: number; verbatim: boolean },
): Figures {
  const answers = Array.from({ length: folds }, (_, fold) => {
    const codings = pairs.filter((_pair, at) => at % folds !== fold).map((pair) => ({ ...pair, times: 1 }));
    const sources = { index, memory: buildCodingMemory(index, codings), verbatim };
    return pairs.filter((_pair, at) => at % folds === fold).map((pair) => answer(sources, pair));
  });
  return figuresOf(answers.flat());
}

/** The index, and the memory it takes with its names, in bytes. */
export function buildMeasured(names: readonly CodingName[]): {
  index: CodingIndex;
  ms: number;
  bytes: number;
} {
  const collect = globalThis.gc;
  collect?.();
  const before = process.memoryUsage();
  const started = performance.now();
  const index = buildCodingIndex(names);
  const ms = performance.now() - started;
  collect?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  return { index, ms, bytes };
}
