/** The names of a dictionary, laid out to be searched by likeness: built once for a version, used for each question. */
import { gramBits, gramBuckets, wordBits, wordBucket } from './features.ts';
import { meantBy, type MeantWord } from './medicalWords.ts';
import { bareWord, isProductWord, saysProduct } from './productName.ts';
import { buildSparseIndex, type SparseIndex } from './sparseIndex.ts';
import { exactKey, joinedKey, qualifierFactor, wordsOf } from './words.ts';

/** A name of a code. Several names may share one code: its term first, synonyms after it. */
export interface CodingName {
  code: string;
  name: string;
  /** false: only in old cases; ranked after all that are current. Left out: current */
  current?: boolean;
}

interface IndexedName {
  /** place of the code in `codes` */
  code: number;
  words: readonly string[];
  /** the same as medicine has them */
  meant: readonly string[];
}

export interface CodingIndex {
  /** by place: the code, its first name, is it current */
  codes: readonly { code: string; term: string; current: boolean }[];
  placeOf: (code: string) => number | undefined;
  size: number;
  nameAt: (name: number) => IndexedName;
  /** names whose words are these, in any order */
  exact: (words: readonly string[]) => readonly number[];
  grams: SparseIndex;
  wholeWords: SparseIndex;
  /** of the hash of their features */
  bits: { grams: number; words: number };
  /** its names are of products or substances */
  products: boolean;
  /** the words as medicine has them, where the names are of medicine: features, weights and comparison are of these */
  meantBy: (words: readonly string[]) => readonly MeantWord[];
  /** does any name say it? */
  knows: (word: string) => boolean;
  /** how much a word counts: by how rare it is among the names, and what kind of word it is */
  weight: (word: string) => number;
  /** the words whose letters are compared: strength, form, salt and company of products, and words of degree, are not */
  telling: (words: readonly string[]) => readonly string[];
}

const SAMPLE = 2000;
const PRODUCT_SHARE = 0.08;

/**
 * Names without a letter or digit are left out. Codes keep the order in which they first come. Whether they are of
 * products (`products`) is seen in them where it is not said.
 */
export function buildCodingIndex(names: readonly CodingName[], areProducts?: boolean): CodingIndex {
  const codes: { code: string; term: string; current: boolean }[] = [];
  const places = new Map<string, number>();
  const texts: string[] = [];
  const codeOf: number[] = [];
  const exact = new Map<string, number | number[]>();
  for (const { code, name, current = true } of names) {
    const words = wordsOf(name);
    if (words.length === 0) continue;
    const place = places.get(code) ?? codes.length;
    if (place === codes.length) {
      codes.push({ code, term: name, current });
      places.set(code, place);
    }
    for (const key of keysOf(words)) addTo(exact, key, texts.length);
    texts.push(words.join(' '));
    codeOf.push(place);
  }
  const products = areProducts ?? sayProducts(codes);
  const { telling, factor } = products ? PRODUCT_WORDS : TERM_WORDS;
  const wordsAt = (name: number): string[] => (texts[name] ?? '').split(' ');
  const meanings = products ? asTheyAre : meantBy;
  const meantTexts = texts.map((text) => {
    const meant = meanings(text.split(' '))
      .map(({ word }) => word)
      .join(' ');
    // most names are as medicine has them: kept once
    return meant === text ? text : meant;
  });
  const meantAt = (name: number): string[] => (meantTexts[name] ?? '').split(' ');
  const bits = { grams: gramBits(texts.length), words: wordBits(texts.length) };
  const grams = buildSparseIndex(texts.length, bits.grams, (name, take) =>
    telling(meantAt(name)).forEach((word) => gramBuckets(word, bits.grams, take)),
  );
  const wholeWords = buildSparseIndex(texts.length, bits.words, (name, take) =>
    meantAt(name).forEach((word) => take(wordBucket(word, bits.words))),
  );
  return {
    codes,
    placeOf: (code) => places.get(code),
    size: texts.length,
    nameAt: (name) => ({ code: codeOf[name] ?? 0, words: wordsAt(name), meant: meantAt(name) }),
    meantBy: meanings,
    exact: (words) => [...new Set(keysOf(words).flatMap((key) => exact.get(key) ?? []))],
    grams,
    wholeWords,
    bits,
    telling,
    products,
    knows: (word) => wholeWords.has(wordBucket(word, bits.words)),
    weight: (word) => wholeWords.rarity(wordBucket(word, bits.words)) * factor(word),
  };
}

const asTheyAre = (words: readonly string[]): MeantWord[] => words.map((word) => ({ word, said: [word] }));

interface WordKinds {
  telling: (words: readonly string[]) => readonly string[];
  factor: (word: string) => number;
}

/** Where no word tells, all do. */
const someOf = (words: readonly string[], telling: readonly string[]): readonly string[] =>
  telling.length > 0 ? telling : words;

const TERM_WORDS: WordKinds = {
  factor: qualifierFactor,
  telling: (words) =>
    someOf(
      words,
      words.filter((word) => qualifierFactor(word) === 1),
    ),
};

const PRODUCT_WORD_FACTOR = 0.15;
const PRODUCT_WORDS: WordKinds = {
  factor: (word) => (isProductWord(word) ? PRODUCT_WORD_FACTOR : 1),
  telling: (words) => someOf(words, words.filter((word) => !isProductWord(word)).map(bareWord)),
};

const keysOf = (words: readonly string[]): string[] => {
  const joined = joinedKey(words);
  const key = exactKey(words);
  return joined === null || joined === key ? [key] : [key, joined];
};

function addTo(names: Map<string, number | number[]>, key: string, name: number): void {
  const before = names.get(key);
  names.set(key, before === undefined ? name : [before, name].flat());
}

/** By a sample spread over the whole: strengths and salts stand in names of products and substances only. */
function sayProducts(codes: readonly { term: string }[]): boolean {
  const step = Math.max(1, Math.floor(codes.length / SAMPLE));
  const sample = codes.filter((_, place) => place % step === 0);
  return sample.filter(({ term }) => saysProduct(term)).length > PRODUCT_SHARE * sample.length;
}
