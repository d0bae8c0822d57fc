/** Splits texts into normalised words for coding. */
import { foldAccents } from '../text/fold.ts';

/** Greek letters used as words in names of substances */
const GREEK: Readonly<Record<string, string>> = {
  α: ' alpha ',
  β: ' beta ',
  γ: ' gamma ',
  δ: ' delta ',
  ε: ' epsilon ',
  ω: ' omega ',
};
const PIECES = /\p{N}+(?:[.,]\p{N}+)*|\p{Script=Latin}+|(?:(?!\p{Script=Latin})\p{L})+/gu;
const LATIN = /^[a-z]/;

/** Words without meaning for coding. Negations have one: `without pain` is not pain. */
const EMPTY = new Set(
  (
    'a an the of in on at to with and or for from by due as is are was were be been has had have having i my me ' +
    'his her their its it this that these very so patient pt subject experienced experiencing developed reported feeling ' +
    'feels felt feel got get nos nec'
  ).split(' '),
);

/** Whether a typed word means something for coding. */
export const isSignificant = (word: string): boolean => !EMPTY.has(word);

/** Words of degree and course: ignored unless another term has them. */
const QUALIFIERS = new Set(
  (
    'severe mild moderate slight intense extreme serious bad persistent intermittent occasional constant frequent ' +
    'sudden gradual worsening worsened worse new onset ongoing recurring transient temporary unspecified possible probable ' +
    'suspected increasing terrible really major minor slightly extremely severely mildly ' +
    '심한 경미한 심각한 약간 갑작스러운 지속적인 重度 軽度 中等度 軽い 激しい 轻度 中度 严重'
  ).split(' '),
);
const QUALIFIER_WEIGHT = 0.3;

/** `can't`, `ca n't`, `didnt` */
const NOT =
  /\b(?:ca|do|does|did|is|was|were|are|wo|would|could|should|have|has|had|ai)(?:\s?n['’`]t|nt)\b|\bcannot\b/g;

export const isCjk = (word: string): boolean => /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word);

/** Characters that are not seen: soft hyphens, joiners, marks of direction. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;

/** Lower case, one form of each character, no accents, hiragana for katakana. */
const plain = (text: string): string =>
  foldAccents(text)
    .replace(UNSEEN, '')
    .replace(/[αβγδεω]/g, (letter) => GREEK[letter] ?? letter)
    .replace(NOT, ' not ')
    .replace(/['’`](s\b)?/g, '')
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** The typed words in lower case; adjacent letters and digits are separate words. */
export const typedWords = (text: string): string[] => plain(text).match(PIECES) ?? [];

const SINGULAR: readonly (readonly [RegExp, string])[] = [
  [/(..)ies$/, '$1y'],
  [/(...[oy])ses$/, '$1sis'],
  [/(ss|sh|ch|x|zz)es$/, '$1'],
  [/(..)ae$/, '$1a'],
  [/(..[^sui])s$/, '$1'],
];
const AMERICAN: readonly (readonly [RegExp, string])[] = [
  [/oae|[ao]e/g, 'e'],
  [/our(?=$|ed|ing|ation|less)/g, 'or'],
  [/([iy])s(?=e$|ed$|er$|ing$|ation)/g, '$1z'],
  [/([tb])re$/g, '$1er'],
  [/ulph/g, 'ulf'],
];

/**
 * Normal form of a word: singular, American spelling, repeated letters once. Digits and CJK stay, without trailing
 * zeros of decimals.
 */
export function wordForm(word: string): string {
  if (!LATIN.test(word)) return /^\p{N}/u.test(word) ? word.replaceAll(',', '') : word;
  const rule = word.length > 3 ? SINGULAR.find(([ending]) => ending.test(word)) : undefined;
  const singular = rule ? word.replace(rule[0], rule[1]) : word;
  const american = AMERICAN.reduce((spelling, [british, ours]) => spelling.replace(british, ours), singular);
  return american.replace(/([a-z])\1+/g, '$1');
}

/** Forms of the significant words, or of all words if none is; each once, in text order. */
export function wordsOf(text: string): string[] {
  const typed = typedWords(text);
  const significant = typed.filter(isSignificant);
  return [...new Set((significant.length > 0 ? significant : typed).map(wordForm))];
}

const QUALIFIER_FORMS = new Set([...QUALIFIERS].map(wordForm));

/** Weight of a word besides its rarity. */
export const qualifierFactor = (form: string): number => (QUALIFIER_FORMS.has(form) ? QUALIFIER_WEIGHT : 1);

/** Equal for texts that differ in word order, plural, regional spelling, punctuation and case; '' is empty. */
export const exactKey = (words: readonly string[]): string => [...words].sort().join(' ');

/** Scripts without spaces are also compared without spaces. */
const joinedKey = (words: readonly string[]): string | null => (words.some(isCjk) ? words.join('') : null);

/** Every key under which these words are found. */
export const keysOf = (words: readonly string[]): string[] => {
  const joined = joinedKey(words);
  const key = exactKey(words);
  return joined === null || joined === key ? [key] : [key, joined];
};

const HYPHEN = /(?<=\p{L})[-\u2010\u2011](?=\p{L})/gu;

/** `post-herpetic` is written `postherpetic` too; null: it has no hyphen. */
export const withoutHyphens = (text: string): string | null => {
  const joined = text.replace(HYPHEN, '');
  return joined === text ? null : joined;
};
