/** Knowledge from accepted codings: the codes given to a text, their counts, and the meanings of abbreviations. */
import { buildCodingIndex, type CodingIndex } from './codingIndex.ts';
import { buildWordVotes, type WordVotes } from './wordVotes.ts';
import { isCjk, keysOf, typedWords, wordsOf } from './words.ts';

/** A text and the code that users accepted for it. */
export interface AcceptedCoding {
  text: string;
  code: string;
  times: number;
}

/** Counts of the codes given to a text, by index of the code in the dictionary. */
export type Votes = ReadonlyMap<number, number>;

export interface CodingMemory {
  /** the texts as names of their codes; null: no codings yet */
  texts: CodingIndex | null;
  /** of exactly this text, but for case and punctuation */
  votesForText: (text: string) => Votes | undefined;
  /** also of texts that differ in word order, plural, spelling and words without meaning */
  votesFor: (words: readonly string[]) => Votes | undefined;
  /** what each word of the texts was coded to; laid out on first use */
  wordVotes: () => WordVotes;
  /** the text with its abbreviations expanded; null: it has no known ones */
  expand: (words: readonly string[]) => string[] | null;
}

/** A code that the sponsor has approved for a text. */
export interface Synonym {
  code: string;
  approvedBy: string;
  /** the last day, as `YYYYMMDD` */
  until: string;
}

export interface CodingSources {
  index: CodingIndex;
  /** of exactly this text; those with a current code come before all other codes */
  synonyms?: readonly Synonym[];
  /** default: no codings yet */
  memory?: CodingMemory;
  /** the text is in a patient's own words: words of earlier codings count, too */
  verbatim?: boolean;
}

type Counts = Map<string, Map<number, number>>;

function addVotes(votes: Counts, key: string, codeIndex: number, times: number): void {
  const before = votes.get(key) ?? new Map<number, number>();
  before.set(codeIndex, (before.get(codeIndex) ?? 0) + times);
  votes.set(key, before);
}

const textKey = (text: string): string => typedWords(text).join(' ');

/** Codings with codes outside the dictionary are ignored: they are never suggested. */
export function buildCodingMemory(index: CodingIndex, codings: Iterable<AcceptedCoding>): CodingMemory {
  const exactVotes: Counts = new Map();
  const votes: Counts = new Map();
  const names: { code: string; name: string }[] = [];
  const known: { words: readonly string[]; codeIndex: number; times: number }[] = [];
  let wordVotes: WordVotes | undefined;
  const abbreviations = new Map<string, Map<string, number>>();
  for (const { text, code, times } of codings) {
    const codeIndex = index.indexOfCode(code);
    const words = wordsOf(text);
    if (codeIndex === undefined || words.length === 0) continue;
    addVotes(exactVotes, textKey(text), codeIndex, times);
    for (const key of keysOf(words)) addVotes(votes, key, codeIndex, times);
    known.push({ words, codeIndex, times });
    names.push({ code, name: text });
    learnAbbreviation(abbreviations, words, wordsOf(index.codes[codeIndex]?.term ?? ''), times);
  }
  return {
    texts: names.length > 0 ? buildCodingIndex(names, index.products) : null,
    votesForText: (text) => exactVotes.get(textKey(text)),
    votesFor: (words) =>
      keysOf(words)
        .map((key) => votes.get(key))
        .find((some) => some !== undefined),
    wordVotes: () => (wordVotes ??= buildWordVotes(known)),
    expand: (words) => {
      const out = words.flatMap((word) => topVoted(abbreviations.get(word))?.split(' ') ?? [word]);
      return out.length === words.length ? null : [...new Set(out)];
    },
  };
}

const MAX_ABBREVIATION_LETTERS = 5;

/** One short word missing in the term, if words of the term have its letters as initials, in order. */
function learnAbbreviation(
  known: Map<string, Map<string, number>>,
  words: readonly string[],
  term: readonly string[],
  times: number,
): void {
  const short = words.filter((word) => !term.includes(word));
  const [word] = short;
  if (word === undefined || short.length > 1 || word.length > MAX_ABBREVIATION_LETTERS || isCjk(word)) return;
  const long = term.filter((other) => !words.includes(other));
  if (long.length < 2 || long.map(([initial]) => initial).join('') !== word) return;
  const before = known.get(word) ?? new Map<string, number>();
  before.set(long.join(' '), (before.get(long.join(' ')) ?? 0) + times);
  known.set(word, before);
}

function topVoted(votes: ReadonlyMap<string, number> | undefined): string | undefined {
  return [...(votes ?? [])].reduce<[string, number] | undefined>(
    (best, one) => (best && best[1] >= one[1] ? best : one),
    undefined,
  )?.[0];
}
