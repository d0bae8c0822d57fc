/** Splits pieces into words that a line cannot break, measured once for all font sizes. */
import { codePointName, drawable, familyOf, hanFamily } from './fontRuns.ts';
import type { FontFamily, FontMetrics, Piece } from './report.types.ts';

/** Part of a word in one font and of one piece; the width is in em. */
export interface TokenRun {
  text: string;
  family: FontFamily;
  width: number;
  piece: Piece;
}

/** A word, a space (` `) or the end of a paragraph. */
export interface Token {
  kind: 'word' | 'space' | 'break';
  runs: TokenRun[];
  width: number;
}

export interface TextWorld {
  fonts: FontMetrics;
  /** family for Han characters of texts whose language is unknown */
  han: FontFamily;
}

/** Characters between which lines may break without a space. */
const BREAKABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Characters that do not start a line. */
const NOT_FIRST = /[、。，．・：；？！）」』】〕］｝〉》ー々〜…\])},.;:!?%]/u;
/** Characters that do not end a line. */
const NOT_LAST = /[（「『【〔［｛〈《[({]/u;

/** The tokens of the pieces, lazily: most boxes need only the first ones. */
export function* tokensOf(
  { fonts, han }: TextWorld,
  pieces: readonly Piece[],
  bold: boolean,
): Generator<Token> {
  let word: Token = { kind: 'word', runs: [], width: 0 };
  let last = '';
  for (const piece of pieces) {
    const text = drawable(piece.text);
    const family = hanFamily(text, han);
    for (const character of text) {
      const breaks = last !== '' && breaksBetween(last, character);
      if (word.runs.length > 0 && (character === ' ' || character === '\n' || breaks)) {
        yield word;
        word = { kind: 'word', runs: [], width: 0 };
      }
      last = character;
      if (character === '\n') yield { kind: 'break', runs: [], width: 0 };
      else {
        addCharacter(fonts, word, piece, character, family, bold);
        if (character === ' ') {
          yield { ...word, kind: 'space' };
          word = { kind: 'word', runs: [], width: 0 };
        }
      }
    }
  }
  if (word.runs.length > 0) yield word;
}

/** No character before this one can be broken at without a space. */
const FIRST_BREAKABLE = '\u2e80';

const breaksBetween = (last: string, next: string): boolean =>
  (last >= FIRST_BREAKABLE || next >= FIRST_BREAKABLE) &&
  (BREAKABLE.test(last) || BREAKABLE.test(next)) &&
  !NOT_FIRST.test(next) &&
  !NOT_LAST.test(last);

function addCharacter(
  fonts: FontMetrics,
  word: Token,
  piece: Piece,
  character: string,
  han: FontFamily,
  bold: boolean,
): void {
  const codePoint = character.codePointAt(0) ?? 0;
  const found = familyOf(fonts, codePoint, han);
  const text = found === null ? codePointName(codePoint) : character;
  const family = found ?? 'latin';
  let width = 0;
  for (const drawn of text) width += fonts.advance(family, bold, drawn.codePointAt(0) ?? 0);
  const run = word.runs.at(-1);
  if (run?.piece === piece && run.family === family) {
    run.text += text;
    run.width += width;
  } else word.runs.push({ text, family, width, piece });
  word.width += width;
}
