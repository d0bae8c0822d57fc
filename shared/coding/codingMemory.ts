/** What accepted codings teach: which code a text was given, how often, and what abbreviations stand for. */
import { buildCodingIndex, type CodingIndex } from './codingIndex.ts';
import { exactKey, isCjk, wordsOf } from './words.ts';

/** A text that people have coded so. */
export interface AcceptedCoding {
  text: string;
  code: string;
  times: number;
}

/** How often a text was given each code, by place of the code in the dictionary. */
export type Votes = ReadonlyMap<number, number>;

export interface CodingMemory {
  /** the texts as names of their codes; null: nothing was coded yet */
  texts: CodingIndex | null;
  votesFor: (words: readonly string[]) => Votes | undefined;
  /** the text with its abbreviations written out; null: it has none that are known */
  writtenOut: (words: readonly string[]) => string[] | null;
}

const NONE: Votes = new Map();

/** Codings with codes the dictionary does not have are left out: no suggestion is outside of it. */
export function buildCodingMemory(index: CodingIndex, codings: Iterable<AcceptedCoding>): CodingMemory {
  const votes = new Map<string, Map<number, number>>();
  const names: { code: string; name: string }[] = [];
  const abbreviations = new Map<string, Map<string, number>>();
  for (const { text, code, times } of codings) {
    const place = index.placeOf(code);
    const words = wordsOf(text);
    if (place === undefined || words.length === 0) continue;
    const key = exactKey(words);
    const before = votes.get(key) ?? new Map<number, number>();
    before.set(place, (before.get(place) ?? 0) + times);
    votes.set(key, before);
    names.push({ code, name: text });
    learnAbbreviation(abbreviations, words, wordsOf(index.codes[place]?.term ?? ''), times);
  }
  return {
    texts: names.length > 0 ? buildCodingIndex(names, index.products) : null,
    votesFor: (words) => votes.get(exactKey(words)) ?? (words.length > 0 ? undefined : NONE),
    writtenOut: (words) => {
      const out = words.flatMap((word) => mostVoted(abbreviations.get(word))?.split(' ') ?? [word]);
      return out.length === words.length ? null : [...new Set(out)];
    },
  };
}

const MOST_LETTERS = 5;

/** One short word that the term lacks, where the term has words it stands for: their initials, in their order. */
function learnAbbreviation(
  known: Map<string, Map<string, number>>,
  words: readonly string[],
  term: readonly string[],
  times: number,
): void {
  const short = words.filter((word) => !term.includes(word));
  const [word] = short;
  if (word === undefined || short.length > 1 || word.length > MOST_LETTERS || isCjk(word)) return;
  const long = term.filter((other) => !words.includes(other));
  if (long.length < 2 || long.map(([initial]) => initial).join('') !== word) return;
  const before = known.get(word) ?? new Map<string, number>();
  before.set(long.join(' '), (before.get(long.join(' ')) ?? 0) + times);
  known.set(word, before);
}

function mostVoted(votes: ReadonlyMap<string, number> | undefined): string | undefined {
  return [...(votes ?? [])].reduce<[string, number] | undefined>(
    (best, one) => (best && best[1] >= one[1] ? best : one),
    undefined,
  )?.[0];
}
