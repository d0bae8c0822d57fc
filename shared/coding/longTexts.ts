/**
 * Texts of several events, e.g. a sentence of a narrative: read by window, one event a window. Names, earlier codings
 * and lay terms are looked up for each run of words; what is similar is found by whole words and compared with the
 * window around them.
 */
import type { Candidates } from './candidates.ts';
import type { CodingSources } from './codingMemory.ts';
import { directionOf, isOpposite, type Direction } from './direction.ts';
import { wordBucket } from './features.ts';
import { meaningsOf } from './layTerms.ts';
import { topScores } from './sparseIndex.ts';
import { likeness } from './wordSimilarity.ts';
import { withoutHyphens, wordsOf } from './words.ts';

/** Words of a text that may be one event. */
const MAX_WORDS = 12;
const WINDOW = 6;
const STEP = 3;
const COMPARED = 40;
/** score of a run of one word, and what each further word adds */
const ONE_WORD = 0.55;
const FURTHER_WORD = 0.12;
const MAX_SCORE = 0.95;
const CODED_BONUS = 0.04;
const SIMILAR_SHARE = 0.7;
const CLAUSES = /[.;:!?,()\n]+|\b(?:and|but|then|because)\b/giu;

export const isLong = (words: readonly string[]): boolean => words.length > MAX_WORDS;

interface Clause {
  words: readonly string[];
  direction: Direction;
}

export function addEvents(candidates: Candidates, sources: CodingSources, text: string): void {
  const clauses = (withoutHyphens(text) === null ? [text] : [text, withoutHyphens(text) ?? ''])
    .flatMap((one) => one.split(CLAUSES))
    .map((clause): Clause => ({ words: wordsOf(clause), direction: directionOf(clause) }))
    .filter(({ words }) => words.length > 0);
  for (const clause of clauses) addRuns(candidates, sources, clause);
  addLikeWindows(candidates, sources, clauses);
}

interface Run {
  from: number;
  to: number;
  codeIndexes: readonly number[];
  isCoded: boolean;
}

/** Runs of words that are a name or were coded before; none within a longer one. */
function addRuns(candidates: Candidates, sources: CodingSources, { words, direction }: Clause): void {
  const runs: Run[] = [];
  for (let length = Math.min(WINDOW, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const to = from + length;
      if (runs.some((run) => run.from <= from && to <= run.to)) continue;
      const run = runOf(sources, words, from, to);
      if (run) runs.push(run);
    }
  for (const { from, to, codeIndexes, isCoded } of runs) {
    const own = words.slice(from, to);
    const score = Math.min(
      MAX_SCORE,
      ONE_WORD + FURTHER_WORD * (to - from - 1) + (isCoded ? CODED_BONUS : 0),
    );
    const opposite = own.every((word) => direction.negated.has(word));
    for (const codeIndex of codeIndexes)
      candidates.add(codeIndex, {
        score,
        reason: isCoded ? { kind: 'codedAlike' } : { kind: 'words', words: own },
        opposite,
      });
  }
  if (!sources.index.products) addLayRuns(candidates, sources, { words, direction });
}

function runOf(
  { index, memory }: CodingSources,
  words: readonly string[],
  from: number,
  to: number,
): Run | null {
  const own = words.slice(from, to);
  const votes = memory?.votesFor(own);
  if (votes) return { from, to, codeIndexes: [...votes.keys()], isCoded: true };
  const names = index.exact(own);
  if (names.length === 0) return null;
  return { from, to, codeIndexes: names.map((name) => index.nameAt(name).code), isCoded: false };
}

function addLayRuns(candidates: Candidates, { index }: CodingSources, { words, direction }: Clause): void {
  for (let from = 0; from === 0 || from + STEP < words.length; from += STEP)
    for (const { words: layWords, means } of meaningsOf(words.slice(from, from + WINDOW)))
      for (const name of index.exact(means))
        candidates.add(index.nameAt(name).code, {
          score: Math.min(MAX_SCORE, ONE_WORD + FURTHER_WORD * (layWords.length - 1)),
          reason: { kind: 'plain', words: [...layWords] },
          opposite: layWords.every((word) => direction.negated.has(word)),
        });
}

/** The names that share most with the text, compared with the windows of their words. */
function addLikeWindows(candidates: Candidates, { index }: CodingSources, clauses: readonly Clause[]): void {
  const windows = clauses.flatMap(({ words, direction }) => {
    const concepts = index.conceptsOf(words).map(({ word }) => word);
    const starts = Array.from(
      { length: Math.max(1, Math.ceil((concepts.length - STEP) / STEP)) },
      (_, at) => at * STEP,
    );
    return starts.map((from) => ({ concepts: concepts.slice(from, from + WINDOW), direction }));
  });
  const scores = new Float32Array(index.size);
  const buckets = new Set(
    windows.flatMap(({ concepts }) => concepts.map((word) => wordBucket(word, index.bits.words))),
  );
  index.wholeWords.addScores(new Map([...buckets].map((bucket) => [bucket, 1])), 1, scores);
  for (const name of topScores(scores, COMPARED)) {
    const named = index.nameAt(name);
    const best = windows
      .filter(({ concepts }) => concepts.some((word) => named.concepts.includes(word)))
      .map(({ concepts, direction }) => ({ like: likeness(concepts, named.concepts, index), direction }))
      .reduce<{ like: ReturnType<typeof likeness>; direction: Direction } | null>(
        (before, one) => (before && before.like.score >= one.like.score ? before : one),
        null,
      );
    if (!best) continue;
    const { like, direction } = best;
    candidates.add(named.code, {
      score: SIMILAR_SHARE * like.score,
      reason:
        like.spelling.length > 0
          ? { kind: 'spelling', pairs: like.spelling }
          : { kind: 'words', words: like.shared },
      opposite: isOpposite(direction, index.termWords(named.code), like),
    });
  }
}
