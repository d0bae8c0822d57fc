/**
 * Suggests codes of a dictionary for a text, the likeliest first, with reasons: exact match, votes of earlier
 * codings, then similarity of letters, verified word by word.
 */
import { Candidates, MAX_SIMILAR_SCORE, type CodingReason, type CodingSuggestion } from './candidates.ts';
import type { CodingIndex } from './codingIndex.ts';
import type { CodingMemory, CodingSources, Votes } from './codingMemory.ts';
import { directionOf, isOpposite, withDenials, type Direction } from './direction.ts';
import { gramBuckets, wordBucket } from './features.ts';
import { addEvents, isLong } from './longTexts.ts';
import { likeness, type Similarity } from './wordSimilarity.ts';
import { withDirections } from './medicalWords.ts';
import { meaningsOf } from './layTerms.ts';
import { topScores, type Weighted } from './sparseIndex.ts';
import { exactKey, typedWords, withoutHyphens, wordForm, wordsOf } from './words.ts';

export type { CodingSuggestion } from './candidates.ts';

/** Characters that are read: a longer text is no term, and would take a second. */
const MAX_CHARACTERS = 2000;
/** weight of whole words against n-grams */
const WORD_SHARE = 0.1;
/** weight of the word-by-word comparison */
const LIKENESS_SHARE = 0.6;
/** number of names compared word by word */
const COMPARED = 60;
/** share of the score deducted per further code with the same exact name */
const ONE_OF_SEVERAL = 0.1;
/** deducted for a synonym */
const SYNONYM_PENALTY = 0.03;
const HISTORY_FACTOR = 0.97;
/** a coding of another text counts less the less similar it is */
const HISTORY_PENALTY = 0.1;
/** limit of the support by codings of further similar texts */
const SUPPORT = 0.15;
const MAX_SUPPORT = 0.5;
/** score of a text that is only a lay term, and minimum for one with other words */
const PLAIN = 0.9;
const MIN_LAY_TERM_SCORE = 0.55;
/** weight of the words of earlier codings in patients' own words */
const WORD_VOTES_SHARE = 0.35;

/**
 * At most `limit`; none without similarity. Deterministic. Synonyms of the sponsor come first, then codes that exactly
 * this text was given before, those of the same text in another form, and what is similar.
 */
export function suggestCodes(sources: CodingSources, wholeText: string, limit = 10): CodingSuggestion[] {
  const { index, memory } = sources;
  const written = wholeText.slice(0, MAX_CHARACTERS);
  const text = withDenials(written);
  const words = wordsOf(text);
  if (words.length === 0 || index.size === 0) return [];
  const candidates = new Candidates(index);
  const views = viewsOf(sources, text, words);
  const direction = directionOf(text);
  if (isLong(words)) addEvents(candidates, sources, text);
  else {
    for (const view of views) {
      addSimilar(candidates, index, view, direction);
      if (memory?.texts) addHistory(candidates, index, memory.texts, view, direction);
    }
    if (!index.products) addLayTerms(candidates, index, words, direction);
  }
  for (const view of views) addExact(candidates, index, text, view);
  candidates.settleOpposites();
  const exactVotes = memory?.votesForText(written);
  const votes = views.map((view) => memory?.votesFor(view.words)).find((some) => some !== undefined);
  if (votes) addVotes(candidates, votes, exactVotes);
  else if (sources.verbatim && memory && candidates.exactMatches().length === 0)
    addWordVotes(candidates, memory, words, direction, index);
  addSynonyms(candidates, sources);
  return candidates
    .ranked(limit)
    .map((one) => ({ ...one, reason: asTyped(index, one.reason, text, one.term) }));
}

/** What the sponsor approved outweighs what was coded before; a code that is no longer current is not proposed. */
function addSynonyms(candidates: Candidates, { index, synonyms = [] }: CodingSources): void {
  for (const { code, approvedBy, until } of synonyms) {
    const codeIndex = index.indexOfCode(code);
    if (codeIndex !== undefined && index.codes[codeIndex]?.current)
      candidates.set(codeIndex, { score: 1, reason: { kind: 'synonym', approvedBy, until } });
  }
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

/** The text itself, without its hyphens, and with its abbreviations expanded. */
function viewsOf({ index, memory }: CodingSources, text: string, words: string[]): View[] {
  const viewOf = (viewWords: readonly string[], concepts: readonly string[], factor: number): View => ({
    words: viewWords,
    concepts: index.conceptsOf(concepts).map(({ word }) => word),
    factor,
  });
  const written = memory?.expand(words) ?? null;
  const ofText = (one: string, own: readonly string[]) =>
    viewOf(own, index.products ? own : wordsOf(withDirections(one)), 1);
  const joined = withoutHyphens(text);
  return [
    ofText(text, words),
    ...(joined === null ? [] : [ofText(joined, wordsOf(joined))]),
    ...(written ? [viewOf(written, written, HISTORY_FACTOR)] : []),
  ];
}

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
function addLayTerms(
  candidates: Candidates,
  index: CodingIndex,
  words: readonly string[],
  { negated }: Direction,
): void {
  const significant = index.significant(words);
  for (const { words: layWords, means } of meaningsOf(words)) {
    // `not tired` is no fatigue
    const opposite = layWords.every((word) => negated.has(word));
    const explained = significant.filter((word) => layWords.includes(word)).length / significant.length;
    const score = MIN_LAY_TERM_SCORE + (PLAIN - MIN_LAY_TERM_SCORE) * explained;
    for (const name of index.exact(means))
      candidates.add(index.nameAt(name).code, {
        score,
        reason: { kind: 'plain', words: [...layWords] },
        opposite,
      });
  }
}

function addSimilar(candidates: Candidates, index: CodingIndex, view: View, direction: Direction): void {
  for (const { name, score, like } of similarNames(index, view)) {
    const { code, words } = index.nameAt(name);
    const opposite =
      !index.products && (isOpposite(direction, words, like) || isOpposite(direction, index.termWords(code)));
    candidates.add(code, { score: score * view.factor, reason: reasonOf(like), opposite });
  }
}

function addHistory(
  candidates: Candidates,
  index: CodingIndex,
  texts: CodingIndex,
  view: View,
  direction: Direction,
): void {
  const support = new Map<number, number>();
  for (const { name, score, like } of similarNames(texts, view)) {
    const { code, words } = texts.nameAt(name);
    const codeIndex = index.indexOfCode(texts.codes[code]?.code ?? '');
    if (codeIndex === undefined) continue;
    const opposite =
      !index.products &&
      (isOpposite(direction, words, like) || isOpposite(direction, index.termWords(codeIndex)));
    if (!opposite) {
      const before = support.get(codeIndex) ?? 0;
      support.set(codeIndex, Math.min(MAX_SUPPORT, before + score * SUPPORT));
    }
    const sure = Math.max(0, score - HISTORY_PENALTY * (1 - score));
    candidates.add(codeIndex, {
      score: sure * view.factor * HISTORY_FACTOR,
      reason: { kind: 'codedAlike' },
      opposite,
    });
  }
  for (const [codeIndex, more] of support) candidates.lift(codeIndex, more);
}

/** An exact match, and the similarity of each code, count as one coding; what was never coded ranks last. */
function addVotes(candidates: Candidates, votes: Votes, exactVotes: Votes | undefined): void {
  const exact = new Set(candidates.exactMatches());
  const of = [...votes.values()].reduce((sum, times) => sum + times, 0);
  const all = of + (exact.size > 0 ? 1 : 0) + 1;
  const scoreOf = (codeIndex: number): number => {
    const own = exact.has(codeIndex) ? 1 / exact.size : 0;
    return ((votes.get(codeIndex) ?? 0) + own + (candidates.get(codeIndex)?.score ?? 0)) / all;
  };
  const groups = [
    [...(exactVotes?.keys() ?? [])],
    [...votes.keys()].filter((codeIndex) => !exactVotes?.has(codeIndex)),
    candidates.all().flatMap(([codeIndex]) => (votes.has(codeIndex) ? [] : codeIndex)),
  ];
  let limitOfGroup = 1;
  for (const group of groups) {
    const scored = group.map((codeIndex) => [codeIndex, Math.min(limitOfGroup, scoreOf(codeIndex))] as const);
    for (const [codeIndex, score] of scored) {
      const times = votes.get(codeIndex);
      const reason =
        times === undefined ? candidates.get(codeIndex)?.reason : ({ kind: 'coded', times, of } as const);
      if (reason) candidates.set(codeIndex, { score, reason });
    }
    limitOfGroup = Math.min(limitOfGroup, ...scored.map(([, score]) => score * LESS));
  }
}

/** a code of a later group scores less than the last one of the groups before */
const LESS = 0.999;

/** Raises the scores by what the words of earlier codings say. */
function addWordVotes(
  candidates: Candidates,
  memory: CodingMemory,
  words: readonly string[],
  direction: Direction,
  index: CodingIndex,
): void {
  const likely = memory.wordVotes().likely(words);
  if (likely.size === 0) return;
  for (const [codeIndex, candidate] of candidates.all())
    if (!candidate.opposite) candidates.lift(codeIndex, WORD_VOTES_SHARE * (likely.get(codeIndex) ?? 0));
  for (const [codeIndex, probability] of likely)
    candidates.add(codeIndex, {
      score: WORD_VOTES_SHARE * probability,
      reason: { kind: 'codedAlike' },
      opposite: isOpposite(direction, index.termWords(codeIndex)),
    });
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
