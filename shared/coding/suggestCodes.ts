/**
 * Suggests codes of a dictionary for a text, the likeliest first, with reasons: exact match, votes of earlier
 * codings, then similarity of letters, verified word by word.
 */
import type { CodingIndex } from './codingIndex.ts';
import type { CodingMemory, Votes } from './codingMemory.ts';
import { gramBuckets, wordBucket } from './features.ts';
import { likeness, type Similarity } from './wordSimilarity.ts';
import { withDirections } from './medicalWords.ts';
import { meaningsOf } from './layTerms.ts';
import { topScores, type Weighted } from './sparseIndex.ts';
import { exactKey, typedWords, wordForm, wordsOf } from './words.ts';

/** Reason of a suggestion; words are as typed, in lower case. */
type CodingReason =
  | { kind: 'exact' }
  /** count among all accepted codings of this text */
  | { kind: 'coded'; times: number; of: number }
  /** a similar text was coded this way: not disclosed, since it may belong to a case the user cannot see */
  | { kind: 'codedAlike' }
  /** selected by another coder */
  | { kind: 'chosen' }
  | { kind: 'words'; words: string[] }
  /** expressed by lay terms of the text */
  | { kind: 'plain'; words: string[] }
  | { kind: 'spelling'; pairs: { said: string; name: string }[] };

export interface CodingSuggestion {
  code: string;
  term: string;
  current: boolean;
  /** 0 to 1: the estimated probability that a user accepts the first one */
  score: number;
  reason: CodingReason;
  /** may be accepted without review: exact or previously coded, and no close competitor */
  safe: boolean;
}

export interface CodingSources {
  index: CodingIndex;
  /** default: no codings yet */
  memory?: CodingMemory;
}

/** weight of whole words against n-grams */
const WORD_SHARE = 0.1;
/** weight of the word-by-word comparison */
const LIKENESS_SHARE = 0.6;
/** number of names compared word by word */
const COMPARED = 60;
/** minimum score of a suggestion */
const MIN_SCORE = 0.2;
/** minimum lead over the second suggestion to be safe */
const SAFE_MARGIN = 0.2;
const SAFE_TIMES = 2;
/** share of the score deducted per further code with the same exact name */
const ONE_OF_SEVERAL = 0.1;
/** deducted for a synonym */
const SYNONYM_PENALTY = 0.03;
/** a similar name never scores as high as an exact match */
const MAX_SIMILAR_SCORE = 0.995;
const HISTORY_FACTOR = 0.97;
/** a coding of another text counts less the less similar it is */
const HISTORY_PENALTY = 0.1;
/** limit of the support by codings of further similar texts */
const SUPPORT = 0.15;
const MAX_SUPPORT = 0.5;
/** score of a text that is only a lay term, and minimum for one with other words */
const PLAIN = 0.9;
const MIN_LAY_TERM_SCORE = 0.55;

/** At most `limit`; none without similarity. Deterministic. */
export function suggestCodes(sources: CodingSources, text: string, limit = 10): CodingSuggestion[] {
  const { index, memory } = sources;
  const words = wordsOf(text);
  if (words.length === 0 || index.size === 0) return [];
  const candidates = new Candidates(index);
  const views = viewsOf(sources, text, words);
  for (const view of views) {
    addSimilar(candidates, index, view);
    if (memory?.texts) addHistory(candidates, index, memory.texts, view);
    addExact(candidates, index, text, view);
  }
  if (!index.products) addLayTerms(candidates, index, words);
  const votes = views.map((view) => memory?.votesFor(view.words)).find((some) => some !== undefined);
  if (votes) addVotes(candidates, votes);
  return candidates
    .ranked(limit)
    .map((one) => ({ ...one, reason: asTyped(index, one.reason, text, one.term) }));
}

/** Forms of words to the words as typed in the text and in the term. */
function asTyped(index: CodingIndex, reason: CodingReason, text: string, term: string): CodingReason {
  const typedBy = wordsByForm(index, text);
  if ('words' in reason)
    return { ...reason, words: [...new Set(reason.words.map((form) => typedBy.get(form) ?? form))] };
  if (reason.kind !== 'spelling') return reason;
  const named = wordsByForm(index, term);
  const pairs = reason.pairs.map((pair) => ({
    said: typedBy.get(pair.said) ?? pair.said,
    name: named.get(pair.name) ?? pair.name,
  }));
  return { ...reason, pairs };
}

/** The typed words, by form and by concept. */
function wordsByForm(index: CodingIndex, text: string): Map<string, string> {
  const typed = new Map(typedWords(text).map((word) => [wordForm(word), word]));
  const concepts = index
    .conceptsOf(wordsOf(text))
    .map(({ word, source }) => [word, source.map((form) => typed.get(form) ?? form).join(' ')] as const);
  return new Map([...typed, ...concepts]);
}

interface View {
  words: readonly string[];
  /** medical concepts */
  concepts: readonly string[];
  factor: number;
}

/** The text itself, and with its abbreviations expanded. */
function viewsOf({ index, memory }: CodingSources, text: string, words: string[]): View[] {
  const viewOf = (viewWords: readonly string[], concepts: readonly string[], factor: number): View => ({
    words: viewWords,
    concepts: index.conceptsOf(concepts).map(({ word }) => word),
    factor,
  });
  const written = memory?.expand(words) ?? null;
  return [
    viewOf(words, index.products ? words : wordsOf(withDirections(text)), 1),
    ...(written ? [viewOf(written, written, HISTORY_FACTOR)] : []),
  ];
}

interface Candidate {
  score: number;
  reason: CodingReason;
}

/** The best candidate of each code. */
class Candidates {
  readonly #index: CodingIndex;
  readonly #byPlace = new Map<number, Candidate>();

  constructor(index: CodingIndex) {
    this.#index = index;
  }

  add(codeIndex: number, candidate: Candidate): void {
    const before = this.#byPlace.get(codeIndex);
    if (!before || before.score < candidate.score) this.#byPlace.set(codeIndex, candidate);
  }

  exactMatches = (): number[] =>
    [...this.#byPlace].filter(([, { reason }]) => reason.kind === 'exact').map(([codeIndex]) => codeIndex);

  /** Raises a score by a share of its distance to 1. */
  lift(codeIndex: number, part: number): void {
    const before = this.#byPlace.get(codeIndex);
    if (before && before.reason.kind !== 'exact')
      this.#byPlace.set(codeIndex, {
        ...before,
        score: Math.min(MAX_SIMILAR_SCORE, before.score + part * (1 - before.score)),
      });
  }

  set(codeIndex: number, candidate: Candidate): void {
    this.#byPlace.set(codeIndex, candidate);
  }

  ranked(limit: number): CodingSuggestion[] {
    const ranked = [...this.#byPlace]
      .filter(([, { score }]) => score >= MIN_SCORE)
      .map(([codeIndex, candidate]) => ({ place: codeIndex, ...this.#entry(codeIndex), ...candidate }))
      .sort(
        (one, other) =>
          Number(other.current) - Number(one.current) || other.score - one.score || one.place - other.place,
      );
    const second = ranked[1]?.score ?? 0;
    return ranked.slice(0, limit).map(({ place: _codeIndex, ...suggestion }, at) => ({
      ...suggestion,
      score: Math.round(suggestion.score * 1000) / 1000,
      safe: at === 0 && suggestion.current && isSafe(suggestion, second),
    }));
  }

  #entry = (codeIndex: number) => this.#index.codes[codeIndex] ?? { code: '', term: '', current: false };
}

const isSafe = ({ score, reason }: Candidate, second: number): boolean =>
  (reason.kind === 'exact' || (reason.kind === 'coded' && reason.times >= SAFE_TIMES)) &&
  score - second >= SAFE_MARGIN;

/** The more codes share the name, the less certain is each. A term with every word ranks before others (`… NEC`). */
function addExact(candidates: Candidates, index: CodingIndex, text: string, { words, factor }: View): void {
  const codeIndexes = new Set(index.exact(words).map((name) => index.nameAt(name).code));
  const current = [...codeIndexes].filter((codeIndex) => index.codes[codeIndex]?.current);
  const typed = exactKey(typedWords(text));
  const whole = current.filter(
    (codeIndex) => exactKey(typedWords(index.codes[codeIndex]?.term ?? '')) === typed,
  );
  const sureOf = (of: readonly number[]) => 1 - ONE_OF_SEVERAL * Math.min(5, Math.max(0, of.length - 1));
  for (const codeIndex of codeIndexes) {
    const sure = whole.includes(codeIndex)
      ? sureOf(whole)
      : sureOf(current) - (whole.length > 0 ? ONE_OF_SEVERAL : 0);
    candidates.set(codeIndex, { score: factor * sure, reason: { kind: 'exact' } });
  }
}

/** Terms for which the text has lay terms: the more words they explain, the higher. */
function addLayTerms(candidates: Candidates, index: CodingIndex, words: readonly string[]): void {
  const significant = index.significant(words);
  for (const { words: layWords, means } of meaningsOf(words)) {
    const explained = significant.filter((word) => layWords.includes(word)).length / significant.length;
    const score = MIN_LAY_TERM_SCORE + (PLAIN - MIN_LAY_TERM_SCORE) * explained;
    for (const name of index.exact(means))
      candidates.add(index.nameAt(name).code, { score, reason: { kind: 'plain', words: [...layWords] } });
  }
}

function addSimilar(candidates: Candidates, index: CodingIndex, view: View): void {
  for (const { name, score, like } of similarNames(index, view))
    candidates.add(index.nameAt(name).code, { score: score * view.factor, reason: reasonOf(like) });
}

function addHistory(candidates: Candidates, index: CodingIndex, texts: CodingIndex, view: View): void {
  const support = new Map<number, number>();
  for (const { name, score } of similarNames(texts, view)) {
    const { code } = texts.nameAt(name);
    const codeIndex = index.indexOfCode(texts.codes[code]?.code ?? '');
    if (codeIndex === undefined) continue;
    const before = support.get(codeIndex) ?? 0;
    support.set(codeIndex, Math.min(MAX_SUPPORT, before + score * SUPPORT));
    const sure = Math.max(0, score - HISTORY_PENALTY * (1 - score));
    candidates.add(codeIndex, { score: sure * view.factor * HISTORY_FACTOR, reason: { kind: 'codedAlike' } });
  }
  for (const [codeIndex, more] of support) candidates.lift(codeIndex, more);
}

/** An exact match counts as two codings; one coding alone is not safe. */
function addVotes(candidates: Candidates, votes: Votes): void {
  const EXACT_VOTES = 2;
  const DOUBT = 0.15;
  const exact = new Set(candidates.exactMatches());
  const of = [...votes.values()].reduce((sum, times) => sum + times, 0);
  const all = of + (exact.size > 0 ? EXACT_VOTES : DOUBT);
  for (const [codeIndex, times] of votes) {
    const own = exact.has(codeIndex) ? EXACT_VOTES / exact.size : 0;
    candidates.set(codeIndex, { score: (times + own) / all, reason: { kind: 'coded', times, of } });
  }
  for (const codeIndex of exact)
    if (!votes.has(codeIndex))
      candidates.set(codeIndex, { score: EXACT_VOTES / exact.size / all, reason: { kind: 'exact' } });
}

/** Similar names, compared word by word if their n-grams matched; of synonyms, the one with the same words. */
function similarNames(names: CodingIndex, { words, concepts }: View) {
  const scores = new Float32Array(names.size);
  names.grams.addScores(gramsOf(names, names.significant(concepts)), 1 - WORD_SHARE, scores);
  names.wholeWords.addScores(
    new Map(concepts.map((word) => [wordBucket(word, names.bits.words), 1])),
    WORD_SHARE,
    scores,
  );
  return topScores(scores, COMPARED).map((name) => {
    const named = names.nameAt(name);
    const like = likeness(concepts, named.concepts, names);
    const score = (1 - LIKENESS_SHARE) * (scores[name] ?? 0) + LIKENESS_SHARE * like.score;
    const otherwise = 1 - sharedPart(words, named.words);
    return { name, score: Math.min(MAX_SIMILAR_SCORE, score) * (1 - SYNONYM_PENALTY * otherwise), like };
  });
}

/** The words that occur in both. */
function sharedPart(some: readonly string[], others: readonly string[]): number {
  const shared = some.filter((word) => others.includes(word)).length;
  return shared / Math.max(1, some.length + others.length - shared);
}

function gramsOf({ bits }: CodingIndex, words: readonly string[]): Weighted {
  const weighted = new Map<number, number>();
  for (const word of words) gramBuckets(word, bits.grams, (bucket) => weighted.set(bucket, 1));
  return weighted;
}

const reasonOf = ({ shared, spelling }: Similarity): CodingReason =>
  spelling.length > 0 ? { kind: 'spelling', pairs: spelling } : { kind: 'words', words: shared };
