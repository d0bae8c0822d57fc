/** Splits what a template wrote into sentences. Only words of the template end one: a value may hold any characters. */
import type { Sentence } from './sentence.types.ts';

/** A part of the text in the order of the text. */
export interface WrittenPiece {
  /** empty: a condition that wrote nothing */
  text: string;
  isWords: boolean;
  /** identifies it within the text */
  key: string;
  reads: readonly string[];
}

const WIDE_ENDS = '。！？';
const ENDS = '.!?…';
const CLOSERS = '"\'”’)]）」』”';

export function splitSentences(pieces: readonly WrittenPiece[]): Sentence[] {
  const text = pieces.map((piece) => piece.text).join('');
  const starts = startsOf(pieces);
  const isWords = (at: number): boolean => pieces[pieceAt(starts, pieces, at)]?.isWords ?? false;
  const sentences: Sentence[] = [];
  let at = text.length - text.trimStart().length;
  while (at < text.length) {
    const end = endOf(text, at, isWords);
    const next = end + leadingSpace(text, end);
    sentences.push(sentence(at, end, next));
    at = next;
  }
  return sentences;

  function sentence(from: number, to: number, next: number): Sentence {
    const first = pieceAt(starts, pieces, from);
    const reads = new Set<string>();
    pieces.forEach((piece, index) => {
      const start = starts[index] ?? 0;
      const isInside =
        start < next && (start + piece.text.length > from || (piece.text === '' && start >= from));
      if (isInside) for (const read of piece.reads) reads.add(read);
    });
    const key = `${pieces[first]?.key}+${from - (starts[first] ?? 0)}`;
    return {
      key,
      text: text.slice(from, to).trimEnd(),
      gap: text.slice(from + text.slice(from, to).trimEnd().length, next),
      reads: [...reads],
    };
  }
}

const leadingSpace = (text: string, at: number): number => {
  let end = at;
  while (end < text.length && text.charAt(end).trim() === '') end += 1;
  return end - at;
};

const startsOf = (pieces: readonly WrittenPiece[]): number[] => {
  let start = 0;
  return pieces.map(({ text }) => {
    start += text.length;
    return start - text.length;
  });
};

/** The piece that the character belongs to. */
const pieceAt = (starts: readonly number[], pieces: readonly WrittenPiece[], at: number): number =>
  starts.findLastIndex((start, index) => start <= at && at < start + (pieces[index]?.text.length ?? 0));

/** Where the sentence that begins at `from` ends. */
function endOf(text: string, from: number, isWords: (at: number) => boolean): number {
  for (let at = from; at < text.length; at += 1) {
    if (!isWords(at)) continue;
    const character = text.charAt(at);
    if (character === '\n') return at;
    if (!ENDS.includes(character) && !WIDE_ENDS.includes(character)) continue;
    let end = at + 1;
    while (end < text.length && (CLOSERS + ENDS + WIDE_ENDS).includes(text.charAt(end))) end += 1;
    if (end === text.length || WIDE_ENDS.includes(character) || text.charAt(end).trim() === '') return end;
  }
  return text.length;
}
