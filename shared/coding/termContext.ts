/** Where a narrative speaks of a term: the sentence with most words of it, and the places of these words. */
import { fold } from '../text/fold.ts';

/** A sentence in parts, in order; `lit`: a word of the term. */
export type TermContext = { text: string; lit: boolean }[];

const SENTENCE = /[^.!?。！？\n]+(?:[.!?。！？]+(?!\d)|\n|$)|[.!?。！？\n]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const MIN_LATIN = 4;
const CJK = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words that tell something: short Latin ones are in every sentence. */
const wordsOf = (term: string): string[] =>
  [...new Set(fold(term).match(WORD) ?? [])].filter((word) => CJK.test(word) || word.length >= MIN_LATIN);

/** Null where no sentence has a word of the term. */
export function termContext(narrative: string, term: string): TermContext | null {
  const words = wordsOf(term);
  if (words.length === 0) return null;
  let best: { sentence: string; hits: number } | null = null;
  for (const [sentence] of narrative.matchAll(SENTENCE)) {
    const folded = sentence.toLowerCase();
    const hits = words.filter((word) => folded.includes(word)).length;
    if (hits > (best?.hits ?? 0)) best = { sentence: sentence.trim(), hits };
  }
  return best && partsOf(best.sentence, words);
}

function partsOf(sentence: string, words: readonly string[]): TermContext {
  const byLength = words.toSorted((one, other) => other.length - one.length);
  const found = new RegExp(byLength.join('|'), 'giu');
  const parts: TermContext = [];
  let end = 0;
  for (const match of sentence.matchAll(found)) {
    if (match.index > end) parts.push({ text: sentence.slice(end, match.index), lit: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], lit: true });
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end), lit: false });
  return parts;
}
