/** How well the words of a question and those of a name go together, one by one; what it saw tells why. */
import { editDistance } from '../text/similarity.ts';
import { areOpposites } from './opposites.ts';
import { isCjk } from './words.ts';

export interface Likeness {
  /** 0 to 1 */
  score: number;
  /** words that both say */
  shared: string[];
  /** words of the question and what they are taken for */
  meant: { said: string; name: string }[];
}

/** Words that begin alike have one stem: `ulcer`, `ulceration`. */
const STEM_LETTERS = 4;
const STEM_PART = 0.6;
/** less alike than this, two words are two */
const LEAST = 0.65;
/** a word of the question the name does not say counts so much, and one of the name the question does not */
const ASKED_PART = 0.55;
/** a word that no name says, nor anything like it, counts so much */
const UNKNOWN_PART = 0.35;

/** How alike two words are: 1 the same, 0 not at all. */
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
  return alike < LEAST ? 0 : alike;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Texts without spaces: single letters of syllables, so that a wrong vowel is a slip and no other word. */
function scriptLikeness(one: string, other: string): number {
  const [a, b] = [one.normalize('NFD'), other.normalize('NFD')];
  const typed = 1 - editDistance(a, b) / Math.max(a.length, b.length);
  const within =
    a.includes(b) || b.includes(a) ? 0.9 * (Math.min(a.length, b.length) / Math.max(a.length, b.length)) : 0;
  return Math.max(typed < 0.5 ? 0 : typed, within);
}

export interface WordWeights {
  /** how much a word counts, by how rare it is */
  weight: (word: string) => number;
  /** false: no name says it, so it tells none from another */
  knows: (word: string) => boolean;
}

export function likeness(
  asked: readonly string[],
  name: readonly string[],
  { weight: weightOf, knows }: WordWeights,
): Likeness {
  const found: Likeness = { score: 0, shared: [], meant: [] };
  const said = new Float64Array(name.length);
  const part = { asked: 0, askedAll: 0, name: 0, nameAll: 0 };
  for (const word of asked) {
    let best = 0;
    let place = -1;
    name.forEach((other, at) => {
      const alike = wordLikeness(word, other);
      said[at] = Math.max(said[at] ?? 0, alike);
      if (alike > best) [best, place] = [alike, at];
    });
    const weight = weightOf(word) * (best === 0 && !knows(word) ? UNKNOWN_PART : 1);
    part.asked += weight * best;
    part.askedAll += weight;
    if (best === 1) found.shared.push(word);
    else if (place >= 0) found.meant.push({ said: word, name: name[place] ?? '' });
  }
  name.forEach((word, at) => {
    const weight = weightOf(word);
    part.name += weight * (said[at] ?? 0);
    part.nameAll += weight;
  });
  const coverage = (of: number, all: number) => (all === 0 ? 0 : of / all);
  found.score =
    ASKED_PART * coverage(part.asked, part.askedAll) + (1 - ASKED_PART) * coverage(part.name, part.nameAll);
  return found;
}
