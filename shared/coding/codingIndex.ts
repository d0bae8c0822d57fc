/** The similarity index of a dictionary's names: built once per version, used for each query. */
import { gramBits, gramBuckets, wordBits, wordBucket } from './features.ts';
import { conceptsOf, type ConceptWord } from './medicalWords.ts';
import { bareWord, isProductWord, looksLikeProduct } from './productName.ts';
import { buildSparseIndex, type SparseIndex } from './sparseIndex.ts';
import { keysOf, qualifierFactor, withoutHyphens, wordsOf } from './words.ts';

/** A name of a code. Several names may share one code: its term first, then synonyms. */
export interface CodingName {
  code: string;
  name: string;
  /** false: only in old cases, ranked after all current ones; default: current */
  current?: boolean;
}

interface IndexedName {
  /** index of the code in `codes` */
  code: number;
  words: readonly string[];
  /** the same as medical concepts */
  concepts: readonly string[];
}

export interface CodingIndex {
  /** by index: the code, its first name, whether it is current */
  codes: readonly { code: string; term: string; current: boolean }[];
  indexOfCode: (code: string) => number | undefined;
  /** forms of the words of the term of a code */
  termWords: (codeIndex: number) => readonly string[];
  size: number;
  nameAt: (name: number) => IndexedName;
  /** names with exactly these words, in any order */
  exact: (words: readonly string[]) => readonly number[];
  grams: SparseIndex;
  wholeWords: SparseIndex;
  /** bits of the feature hashes */
  bits: { grams: number; words: number };
  /** its names are of products or substances */
  products: boolean;
  /** medical concepts of the words, for names of medical terms: features, weights and comparison use these */
  conceptsOf: (words: readonly string[]) => readonly ConceptWord[];
  /** whether any name has it */
  knows: (word: string) => boolean;
  /** weight of a word: its rarity among the names, and the kind of word */
  weight: (word: string) => number;
  /**
   * the words whose letters are compared: without strength, form, salt and company of products, and without words of
   * degree
   */
  significant: (words: readonly string[]) => readonly string[];
}

const SAMPLE = 2000;
const PRODUCT_SHARE = 0.08;

/**
 * Names without a letter or digit are skipped. Codes keep the order of their first name. `products` is detected from
 * the names by default.
 */
export function buildCodingIndex(names: readonly CodingName[], areProducts?: boolean): CodingIndex {
  const codes: { code: string; term: string; current: boolean }[] = [];
  const indexByCode = new Map<string, number>();
  const texts: string[] = [];
  const firstNames: number[] = [];
  const codeOf: number[] = [];
  const exact = new Map<string, number | number[]>();
  for (const { code, name, current = true } of names) {
    const words = wordsOf(name);
    if (words.length === 0) continue;
    const codeIndex = indexByCode.get(code) ?? codes.length;
    if (codeIndex === codes.length) {
      codes.push({ code, term: name, current });
      indexByCode.set(code, codeIndex);
      firstNames.push(texts.length);
    }
    const joined = withoutHyphens(name);
    for (const key of new Set([...keysOf(words), ...(joined === null ? [] : keysOf(wordsOf(joined)))]))
      addTo(exact, key, texts.length);
    texts.push(words.join(' '));
    codeOf.push(codeIndex);
  }
  const products = areProducts ?? areMostlyProducts(codes);
  const { significant, factor } = products ? PRODUCT_WORDS : TERM_WORDS;
  const wordsAt = (name: number): string[] => (texts[name] ?? '').split(' ');
  const meanings = products ? withoutConcepts : conceptsOf;
  const conceptTexts = texts.map((text) => {
    const concepts = meanings(text.split(' '))
      .map(({ word }) => word)
      .join(' ');
    // most names equal their concepts, so they are stored once
    return concepts === text ? text : concepts;
  });
  const conceptsAt = (name: number): string[] => (conceptTexts[name] ?? '').split(' ');
  const bits = { grams: gramBits(texts.length), words: wordBits(texts.length) };
  const grams = buildSparseIndex(texts.length, bits.grams, (name, take) =>
    significant(conceptsAt(name)).forEach((word) => gramBuckets(word, bits.grams, take)),
  );
  const wholeWords = buildSparseIndex(texts.length, bits.words, (name, take) =>
    conceptsAt(name).forEach((word) => take(wordBucket(word, bits.words))),
  );
  return {
    codes,
    indexOfCode: (code) => indexByCode.get(code),
    termWords: (codeIndex) => wordsAt(firstNames[codeIndex] ?? -1),
    size: texts.length,
    nameAt: (name) => ({ code: codeOf[name] ?? 0, words: wordsAt(name), concepts: conceptsAt(name) }),
    conceptsOf: meanings,
    exact: (words) => [...new Set(keysOf(words).flatMap((key) => exact.get(key) ?? []))],
    grams,
    wholeWords,
    bits,
    significant,
    products,
    knows: (word) => wholeWords.has(wordBucket(word, bits.words)),
    weight: (word) => wholeWords.rarity(wordBucket(word, bits.words)) * factor(word),
  };
}

const withoutConcepts = (words: readonly string[]): ConceptWord[] =>
  words.map((word) => ({ word, source: [word] }));

interface WordKinds {
  significant: (words: readonly string[]) => readonly string[];
  factor: (word: string) => number;
}

/** If no word is significant, all are. */
const someOf = (words: readonly string[], significant: readonly string[]): readonly string[] =>
  significant.length > 0 ? significant : words;

const TERM_WORDS: WordKinds = {
  factor: qualifierFactor,
  significant: (words) =>
    someOf(
      words,
      words.filter((word) => qualifierFactor(word) === 1),
    ),
};

const PRODUCT_WORD_FACTOR = 0.15;
const PRODUCT_WORDS: WordKinds = {
  factor: (word) => (isProductWord(word) ? PRODUCT_WORD_FACTOR : 1),
  significant: (words) => someOf(words, words.filter((word) => !isProductWord(word)).map(bareWord)),
};

function addTo(names: Map<string, number | number[]>, key: string, name: number): void {
  const before = names.get(key);
  names.set(key, before === undefined ? name : [before, name].flat());
}

/** Checks an even sample: only products and substances have strengths and salts in their names. */
function areMostlyProducts(codes: readonly { term: string }[]): boolean {
  const step = Math.max(1, Math.floor(codes.length / SAMPLE));
  const sample = codes.filter((_, codeIndex) => codeIndex % step === 0);
  return sample.filter(({ term }) => looksLikeProduct(term)).length > PRODUCT_SHARE * sample.length;
}
