/** Compares the words of a query with those of a name one by one, and reports the matches. */
import { editDistance } from '../text/similarity.ts';
import { areOpposites } from './opposites.ts';
import { isCjk } from './words.ts';

export interface Similarity {
  /** 0 to 1 */
  score: number;
  /** words in both */
  shared: string[];
  /** words of the query and their matches */
  spelling: { said: string; name: string }[];
}

/** Words with a common beginning share a stem: `ulcer`, `ulceration`. */
const STEM_LETTERS = 4;
const STEM_PART = 0.6;
/** minimum similarity of two words to match */
const MIN_WORD_SIMILARITY = 0.65;
/** weight of a query word missing in the name, against a name word missing in the query */
const QUERY_WEIGHT = 0.55;
/** weight of a word that no name has, nor anything similar */
const UNKNOWN_PART = 0.35;

/** Similarity of two words: 1 equal, 0 unrelated. */
function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  if (isCjk(one) || isCjk(other)) return scriptLikeness(one, other);
  const longer = Math.max(one.length, other.length);
  const shorter = Math.min(one.length, other.length);
  if (shorter < 3 || /\d/.test(one) || areOpposites(one, other)) return 0;
  const typed = shorter >= longer - 2 ? 1 - editDistance(one, other) / longer : 0;
  const common = commonStart(one, other);
  const stem = common >= STEM_LETTERS && common >= STEM_PART * shorter ? 0.5 + (0.4 * common) / longer : 0;
  const alike = Math.max(typed, stem);
  return alike < MIN_WORD_SIMILARITY ? 0 : alike;
}

/** `lazy` and `laziness` begin alike: a final y becomes an i. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && letterAt(one, length) === letterAt(other, length)) length += 1;
  return length;
}

/**
 * Texts without spaces: compares the letters of syllables, so that a wrong vowel is a typing error and not another
 * word.
 */
function scriptLikeness(one: string, other: string): number {
  const [a, b] = [one.normalize('NFD'), other.normalize('NFD')];
  const typed = 1 - editDistance(a, b) / Math.max(a.length, b.length);
  const within =
    a.includes(b) || b.includes(a) ? 0.9 * (Math.min(a.length, b.length) / Math.max(a.length, b.length)) : 0;
  return Math.max(typed < 0.5 ? 0 : typed, within);
}

const letterAt = (word: string, at: number): string | undefined =>
  at === word.length - 1 && word[at] === 'y' ? 'i' : word[at];

export interface WordWeights {
  /** weight of a word by its rarity */
  weight: (word: string) => number;
  /** false: no name has it, so it does not distinguish names */
  knows: (word: string) => boolean;
}

export function likeness(
  query: readonly string[],
  name: readonly string[],
  { weight: weightOf, knows }: WordWeights,
): Similarity {
  const found: Similarity = { score: 0, shared: [], spelling: [] };
  const matched = new Float64Array(name.length);
  const part = { asked: 0, askedAll: 0, name: 0, nameAll: 0 };
  for (const word of query) {
    let best = 0;
    let bestIndex = -1;
    name.forEach((other, at) => {
      const alike = wordLikeness(word, other);
      matched[at] = Math.max(matched[at] ?? 0, alike);
      if (alike > best) [best, bestIndex] = [alike, at];
    });
    const weight = weightOf(word) * (best === 0 && !knows(word) ? UNKNOWN_PART : 1);
    part.asked += weight * best;
    part.askedAll += weight;
    if (best === 1) found.shared.push(word);
    else if (bestIndex >= 0) found.spelling.push({ said: word, name: name[bestIndex] ?? '' });
  }
  name.forEach((word, at) => {
    const weight = weightOf(word);
    part.name += weight * (matched[at] ?? 0);
    part.nameAll += weight;
  });
  const coverage = (of: number, all: number) => (all === 0 ? 0 : of / all);
  found.score =
    QUERY_WEIGHT * coverage(part.asked, part.askedAll) +
    (1 - QUERY_WEIGHT) * coverage(part.name, part.nameAll);
  return found;
}
