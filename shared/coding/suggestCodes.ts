/**
 * Which codes of a dictionary a text may mean, the likeliest first, and why: exact match, votes of earlier codings, then
 * likeness of the letters, checked word by word.
 */
import type { CodingIndex } from './codingIndex.ts';
import type { CodingMemory, Votes } from './codingMemory.ts';
import { gramBuckets, wordBucket } from './features.ts';
import { likeness, type Likeness } from './likeness.ts';
import { withDirections } from './medicalWords.ts';
import { meaningsOf } from './plainWords.ts';
import { highest, type Weighted } from './sparseIndex.ts';
import { exactKey, typedWords, wordForm, wordsOf } from './words.ts';

/** Why a code is suggested; the words are as they were typed, in lower case. */
type CodingReason =
  | { kind: 'exact' }
  /** so many of all accepted codings of this text */
  | { kind: 'coded'; times: number; of: number }
  /** a text like this one was coded so: which one is not told, it may be of a case the asker cannot see */
  | { kind: 'codedAlike' }
  /** another coder chose it */
  | { kind: 'chosen' }
  | { kind: 'words'; words: string[] }
  /** the text says it in plain words */
  | { kind: 'plain'; words: string[] }
  | { kind: 'spelling'; pairs: { said: string; name: string }[] };

export interface CodingSuggestion {
  code: string;
  term: string;
  current: boolean;
  /** 0 to 1: about how likely it is that a person takes the first one */
  score: number;
  reason: CodingReason;
  /** may be taken without a person: exact or coded so before, and nothing else comes near */
  safe: boolean;
}

export interface CodingSources {
  index: CodingIndex;
  /** left out: nothing was coded yet */
  memory?: CodingMemory;
}

/** share of whole words beside pieces of words */
const WORD_SHARE = 0.1;
/** share of the comparison word by word */
const LIKENESS_SHARE = 0.6;
/** so many names are compared word by word */
const COMPARED = 60;
/** less alike is nothing alike */
const LEAST = 0.2;
/** how much nearer than the second the first must be to be taken without a person */
const SAFE_MARGIN = 0.2;
const SAFE_TIMES = 2;
/** each further code of an exact name takes so much of its score */
const ONE_OF_SEVERAL = 0.1;
/** what means the same in other words counts so much less */
const SAID_OTHERWISE = 0.03;
/** what is only alike is never as sure as a match in all words */
const MOST_ALIKE = 0.995;
const LEARNT_FACTOR = 0.97;
/** a coding of another text says the less the less alike it is */
const LEARNT_DOUBT = 0.1;
/** codings of further texts that are alike */
const SUPPORT = 0.15;
const MOST_SUPPORT = 0.5;
/** a text that says nothing but a term in plain words, and one that says much besides */
const PLAIN = 0.9;
const PLAIN_LEAST = 0.55;

/** At most `limit`; none where nothing is alike. The same answer for the same input. */
export function suggestCodes(sources: CodingSources, text: string, limit = 10): CodingSuggestion[] {
  const { index, memory } = sources;
  const words = wordsOf(text);
  if (words.length === 0 || index.size === 0) return [];
  const found = new Found(index);
  const views = viewsOf(sources, text, words);
  for (const view of views) {
    addAlike(found, index, view);
    if (memory?.texts) addLearnt(found, index, memory.texts, view);
    addExact(found, index, text, view);
  }
  if (!index.products) addPlain(found, index, words);
  const votes = views.map((view) => memory?.votesFor(view.words)).find((some) => some !== undefined);
  if (votes) addVotes(found, votes);
  return found.ranked(limit).map((one) => ({ ...one, reason: asTyped(index, one.reason, text, one.term) }));
}

/** Forms of words as the words stand in the text and in the term. */
function asTyped(index: CodingIndex, reason: CodingReason, text: string, term: string): CodingReason {
  const said = wordsByForm(index, text);
  if ('words' in reason)
    return { ...reason, words: [...new Set(reason.words.map((form) => said.get(form) ?? form))] };
  if (reason.kind !== 'spelling') return reason;
  const named = wordsByForm(index, term);
  const pairs = reason.pairs.map((pair) => ({
    said: said.get(pair.said) ?? pair.said,
    name: named.get(pair.name) ?? pair.name,
  }));
  return { ...reason, pairs };
}

/** What was typed, by its form and by what it means. */
function wordsByForm(index: CodingIndex, text: string): Map<string, string> {
  const typed = new Map(typedWords(text).map((word) => [wordForm(word), word]));
  const meant = index
    .meantBy(wordsOf(text))
    .map(({ word, said }) => [word, said.map((form) => typed.get(form) ?? form).join(' ')] as const);
  return new Map([...typed, ...meant]);
}

interface View {
  words: readonly string[];
  /** as medicine has them */
  meant: readonly string[];
  factor: number;
}

/** The text as it is, and with its abbreviations written out. */
function viewsOf({ index, memory }: CodingSources, text: string, words: string[]): View[] {
  const viewOf = (said: readonly string[], asMeant: readonly string[], factor: number): View => ({
    words: said,
    meant: index.meantBy(asMeant).map(({ word }) => word),
    factor,
  });
  const written = memory?.writtenOut(words) ?? null;
  return [
    viewOf(words, index.products ? words : wordsOf(withDirections(text)), 1),
    ...(written ? [viewOf(written, written, LEARNT_FACTOR)] : []),
  ];
}

interface Candidate {
  score: number;
  reason: CodingReason;
}

/** The best that was found of each code. */
class Found {
  readonly #index: CodingIndex;
  readonly #byPlace = new Map<number, Candidate>();

  constructor(index: CodingIndex) {
    this.#index = index;
  }

  add(place: number, candidate: Candidate): void {
    const before = this.#byPlace.get(place);
    if (!before || before.score < candidate.score) this.#byPlace.set(place, candidate);
  }

  exactPlaces = (): number[] =>
    [...this.#byPlace].filter(([, { reason }]) => reason.kind === 'exact').map(([place]) => place);

  /** Nearer to 1 by a part of what is missing. */
  lift(place: number, part: number): void {
    const before = this.#byPlace.get(place);
    if (before && before.reason.kind !== 'exact')
      this.#byPlace.set(place, {
        ...before,
        score: Math.min(MOST_ALIKE, before.score + part * (1 - before.score)),
      });
  }

  set(place: number, candidate: Candidate): void {
    this.#byPlace.set(place, candidate);
  }

  ranked(limit: number): CodingSuggestion[] {
    const ranked = [...this.#byPlace]
      .filter(([, { score }]) => score >= LEAST)
      .map(([place, candidate]) => ({ place, ...this.#entry(place), ...candidate }))
      .sort(
        (one, other) =>
          Number(other.current) - Number(one.current) || other.score - one.score || one.place - other.place,
      );
    const second = ranked[1]?.score ?? 0;
    return ranked.slice(0, limit).map(({ place: _place, ...suggestion }, at) => ({
      ...suggestion,
      score: Math.round(suggestion.score * 1000) / 1000,
      safe: at === 0 && suggestion.current && isSafe(suggestion, second),
    }));
  }

  #entry = (place: number) => this.#index.codes[place] ?? { code: '', term: '', current: false };
}

const isSafe = ({ score, reason }: Candidate, second: number): boolean =>
  (reason.kind === 'exact' || (reason.kind === 'coded' && reason.times >= SAFE_TIMES)) &&
  score - second >= SAFE_MARGIN;

/** The more codes have the name, the less sure is each. A term that leaves no word out comes before others (`… NEC`). */
function addExact(found: Found, index: CodingIndex, text: string, { words, factor }: View): void {
  const places = new Set(index.exact(words).map((name) => index.nameAt(name).code));
  const current = [...places].filter((place) => index.codes[place]?.current);
  const typed = exactKey(typedWords(text));
  const whole = current.filter((place) => exactKey(typedWords(index.codes[place]?.term ?? '')) === typed);
  const sureOf = (of: readonly number[]) => 1 - ONE_OF_SEVERAL * Math.min(5, Math.max(0, of.length - 1));
  for (const place of places) {
    const sure = whole.includes(place)
      ? sureOf(whole)
      : sureOf(current) - (whole.length > 0 ? ONE_OF_SEVERAL : 0);
    found.set(place, { score: factor * sure, reason: { kind: 'exact' } });
  }
}

/** Terms that the text says in plain words: the surer, the more of its words they explain. */
function addPlain(found: Found, index: CodingIndex, words: readonly string[]): void {
  const telling = index.telling(words);
  for (const { said, means } of meaningsOf(words)) {
    const explained = telling.filter((word) => said.includes(word)).length / telling.length;
    const score = PLAIN_LEAST + (PLAIN - PLAIN_LEAST) * explained;
    for (const name of index.exact(means))
      found.add(index.nameAt(name).code, { score, reason: { kind: 'plain', words: [...said] } });
  }
}

function addAlike(found: Found, index: CodingIndex, view: View): void {
  for (const { name, score, like } of alikeNames(index, view))
    found.add(index.nameAt(name).code, { score: score * view.factor, reason: reasonOf(like) });
}

function addLearnt(found: Found, index: CodingIndex, texts: CodingIndex, view: View): void {
  const support = new Map<number, number>();
  for (const { name, score } of alikeNames(texts, view)) {
    const { code } = texts.nameAt(name);
    const place = index.placeOf(texts.codes[code]?.code ?? '');
    if (place === undefined) continue;
    const before = support.get(place) ?? 0;
    support.set(place, Math.min(MOST_SUPPORT, before + score * SUPPORT));
    const sure = Math.max(0, score - LEARNT_DOUBT * (1 - score));
    found.add(place, { score: sure * view.factor * LEARNT_FACTOR, reason: { kind: 'codedAlike' } });
  }
  for (const [place, more] of support) found.lift(place, more);
}

/** An exact match counts as much as two codings; one coding alone is not yet sure. */
function addVotes(found: Found, votes: Votes): void {
  const EXACT_VOTES = 2;
  const DOUBT = 0.15;
  const exact = new Set(found.exactPlaces());
  const of = [...votes.values()].reduce((sum, times) => sum + times, 0);
  const all = of + (exact.size > 0 ? EXACT_VOTES : DOUBT);
  for (const [place, times] of votes) {
    const own = exact.has(place) ? EXACT_VOTES / exact.size : 0;
    found.set(place, { score: (times + own) / all, reason: { kind: 'coded', times, of } });
  }
  for (const place of exact)
    if (!votes.has(place))
      found.set(place, { score: EXACT_VOTES / exact.size / all, reason: { kind: 'exact' } });
}

/** Names like the words, compared word by word where pieces of words found them; of names that mean the same, that which says it so. */
function alikeNames(names: CodingIndex, { words, meant }: View) {
  const scores = new Float32Array(names.size);
  names.grams.addScores(gramsOf(names, names.telling(meant)), 1 - WORD_SHARE, scores);
  names.wholeWords.addScores(
    new Map(meant.map((word) => [wordBucket(word, names.bits.words), 1])),
    WORD_SHARE,
    scores,
  );
  return highest(scores, COMPARED).map((name) => {
    const named = names.nameAt(name);
    const like = likeness(meant, named.meant, names);
    const score = (1 - LIKENESS_SHARE) * (scores[name] ?? 0) + LIKENESS_SHARE * like.score;
    const otherwise = 1 - sharedPart(words, named.words);
    return { name, score: Math.min(MOST_ALIKE, score) * (1 - SAID_OTHERWISE * otherwise), like };
  });
}

/** Of the words of both, those that both say. */
function sharedPart(some: readonly string[], others: readonly string[]): number {
  const shared = some.filter((word) => others.includes(word)).length;
  return shared / Math.max(1, some.length + others.length - shared);
}

function gramsOf({ bits }: CodingIndex, words: readonly string[]): Weighted {
  const weighted = new Map<number, number>();
  for (const word of words) gramBuckets(word, bits.grams, (bucket) => weighted.set(bucket, 1));
  return weighted;
}

const reasonOf = ({ shared, meant }: Likeness): CodingReason =>
  meant.length > 0 ? { kind: 'spelling', pairs: meant } : { kind: 'words', words: shared };
