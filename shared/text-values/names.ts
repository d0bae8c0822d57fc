/** Names of a dictionary in a sentence, with their places: the longest ones, none within another. */
import { inHiragana } from '../text/kana.ts';
import { wordForm, wordsOf } from '../coding/words.ts';
import { conceptsOf } from '../coding/medicalWords.ts';
import { meaningsOf } from '../coding/layTerms.ts';
import type { LanguagePack } from './languagePack.ts';
import type { FindNames, KnownName, TextRange } from './textValues.types.ts';

export interface Mention extends TextRange {
  name: KnownName;
}

interface Token extends TextRange {
  /** '' for words that mean nothing for names (`of`, `the`) */
  form: string;
}

const WORD = /\p{N}+|[\p{Script=Latin}][\p{Script=Latin}'-]*/gu;
const MAX_WORDS = 6;
/** characters of a name in a script without spaces */
const MAX_CHARACTERS = 16;
const MIN_CHARACTERS = 2;
/** letters of a name in Latin script: two are rather an abbreviation of something else */
const MIN_LETTERS = 3;
const SPACELESS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

const tokensOf = (sentence: string): Token[] =>
  [...sentence.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    form: formOf(word),
  }));

/** `wordsOf` keeps an empty word that is alone; beside another one it does not. */
const formOf = (word: string): string =>
  wordsOf(`${word} placeholder`)
    .filter((form) => form !== PLACEHOLDER)
    .join(' ');
const PLACEHOLDER = wordForm('placeholder');

/** `medical`: also by medical synonyms and lay terms, which products do not have. */
export function mentionsIn(
  sentence: string,
  find: FindNames,
  pack: LanguagePack,
  medical: boolean,
): Mention[] {
  const found: Mention[] = [];
  const isFree = ({ from, to }: TextRange) => found.every((one) => to <= one.from || one.to <= from);
  const add = (mention: Mention | null): void => {
    if (mention && isFree(mention)) found.push(mention);
  };
  const tokens = tokensOf(sentence);
  for (let size = Math.min(MAX_WORDS, tokens.length); size > 0; size -= 1)
    for (let at = 0; at + size <= tokens.length; at += 1)
      add(runAt(sentence, tokens.slice(at, at + size), find, medical));
  if (SPACELESS.test(sentence))
    for (const mention of spacelessMentions(sentence, find, pack, medical)) add(mention);
  return found.sort((one, other) => one.from - other.from);
}

function runAt(sentence: string, run: readonly Token[], find: FindNames, medical: boolean): Mention | null {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || first.form === '' || last.form === '') return null;
  const range = { from: first.from, to: last.to };
  const written = sentence.slice(range.from, range.to);
  if (/[;:!?()\n]|[.,](?!\d)/u.test(written) || written.length < MIN_LETTERS) return null;
  const words = run.flatMap(({ form }) => (form === '' ? [] : form.split(' ')));
  const name = onlyOne(find(words, written)) ?? (medical ? meant(words, written, find) : null);
  return name && { ...range, name };
}

const PAIN = wordForm('pain');

/** By medical synonyms (`kidney failure`), then as a patient says it (`threw up`). */
function meant(words: readonly string[], written: string, find: FindNames): KnownName | null {
  const concepts = conceptsOf(words).map(({ word }) => word);
  const byConcept = onlyOne(find(concepts, written));
  if (byConcept && words.length > 1) return byConcept;
  const [lay, ...others] = meaningsOf(words).filter((one) => one.words.length === words.length);
  // what hurts is named next to it
  const isVague = words.length === 1 && lay?.means.join(' ') === PAIN;
  return lay && others.length === 0 && !isVague ? onlyOne(find(lay.means, written)) : null;
}

/** A name of several codes is of none for sure. */
function onlyOne(names: readonly KnownName[]): KnownName | null {
  const [first] = names;
  return first && names.every(({ code }) => code === first.code) ? first : null;
}

function spacelessMentions(
  sentence: string,
  find: FindNames,
  pack: LanguagePack,
  medical: boolean,
): Mention[] {
  const plain = inHiragana(sentence.toLowerCase());
  // names of products are like no other word, and Chinese sets no marks around them
  const isMarked = medical || pack.language !== 'zh';
  const found: Mention[] = [];
  for (let from = 0; from < plain.length;) {
    const isStart = SPACELESS.test(plain[from] ?? '') && (!isMarked || startsWhole(sentence, from, pack));
    const mention = isStart
      ? nameFrom(plain, from, find, (to) => !isMarked || endsWhole(sentence, to, pack))
      : null;
    if (mention) found.push(mention);
    from = mention?.to ?? from + 1;
  }
  return found;
}

const withoutSpaces = (text: string): string => text.replaceAll(' ', '');

/** The longest run from a place that is a name of one code. */
function nameFrom(
  plain: string,
  from: number,
  find: FindNames,
  endsAt: (to: number) => boolean,
): Mention | null {
  for (let to = Math.min(plain.length, from + MAX_CHARACTERS); to - from >= MIN_CHARACTERS; to -= 1) {
    if (!SPACELESS.test(plain[to - 1] ?? '') || !endsAt(to)) continue;
    const written = withoutSpaces(plain.slice(from, to));
    const names = find([written], written);
    if (names.length === 0) continue;
    const name = onlyOne(names);
    return name && { from, to, name };
  }
  return null;
}

const SCRIPTS = ['Han', 'Hangul', 'Katakana'].map((script) => new RegExp(`[\\p{Script=${script}}ー]`, 'u'));
const sameScript = (one: string, other: string): boolean =>
  SCRIPTS.some((script) => script.test(one) && script.test(other));

/** Whether a name is not a piece of a longer word, `頭痛` of `片頭痛`: it begins one here. */
const startsWhole = (sentence: string, from: number, { prefixes }: LanguagePack): boolean =>
  !sameScript(sentence[from - 1] ?? '', sentence[from] ?? '') ||
  prefixes?.test(sentence.slice(Math.max(0, from - MAX_CHARACTERS), from)) === true;

/** The same: it ends one here. */
const endsWhole = (sentence: string, to: number, { suffixes }: LanguagePack): boolean =>
  !sameScript(sentence[to] ?? '', sentence[to - 1] ?? '') ||
  suffixes?.test(sentence.slice(to, to + MAX_CHARACTERS)) === true;
