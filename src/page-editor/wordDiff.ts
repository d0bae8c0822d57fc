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

/** Words, and each blank by itself. */
const piecesOf = (text: string): string[] => text.match(/\S+|\s/gu) ?? [];

const sameWord = (a: string, b: string): boolean => a.trimEnd() === b.trimEnd();
const samePiece = (a: string, b: string): boolean => a === b;

/**
 * Splits the text into parts and marks those that the other text does not have in this order: words, or blanks and line
 * breaks where all words are the same.
 */
export function differingWords(text: string, other: string): Part[] {
  const ofWords = changesTo(wordsOf(text), wordsOf(other), sameWord);
  const isOfBlanks = text !== other && ofWords?.every(({ added, removed }) => !added && !removed);
  const changes = isOfBlanks ? changesTo(piecesOf(text), piecesOf(other), samePiece) : ofWords;
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

/** Undefined where the texts are too long, or differ too much. */
const changesTo = (words: string[], others: string[], comparator: (a: string, b: string) => boolean) =>
  words.length * others.length > MAX_CELLS
    ? undefined
    : diffArrays(others, words, { comparator, maxEditLength: MAX_CHANGES });

/** What a mark of line breaks shows of them: they have no ink of their own. */
export const inkOf = (text: string): string => (text.trim() === '' ? text.replaceAll('\n', '↵\n') : text);
