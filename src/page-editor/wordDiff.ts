/** Which words of a text are not in another one: for people who compare two versions of a narrative. */
import { diffArrays } from 'diff';

export interface Part {
  text: string;
  /** not in the other text */
  differs: boolean;
}

/** Beyond this product of words, or with more words removed and added, texts are shown without marks inside. */
const MAX_CELLS = 4_000_000;
/** Bounds the comparison of texts that have hardly a word in common to about half a second. */
const MAX_CHANGES = 2000;

/** Words with the blanks behind them; each sign of a script without blanks by itself. */
const wordsOf = (text: string): string[] =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu,
  ) ?? [];

/** Splits the text into parts and marks those that the other text does not have in this order. */
export function differingWords(text: string, other: string): Part[] {
  const [words, others] = [wordsOf(text), wordsOf(other)];
  const isTooLong = words.length * others.length > MAX_CELLS;
  const changes = isTooLong
    ? undefined
    : diffArrays(others, words, { comparator: sameWord, maxEditLength: MAX_CHANGES });
  if (!changes) return [{ text, differs: text !== other }];
  const parts: Part[] = [];
  for (const { value, added, removed } of changes) {
    const last = parts.at(-1);
    if (removed) continue;
    if (last?.differs === added) last.text += value.join('');
    else parts.push({ text: value.join(''), differs: added });
  }
  return parts;
}

const sameWord = (a: string, b: string): boolean => a.trimEnd() === b.trimEnd();
