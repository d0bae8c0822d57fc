/** Breaks tokens into lines of a width. */
import type { FontMetrics } from './report.types.ts';
import type { Token, TokenRun } from './tokens.ts';

export interface Line {
  runs: TokenRun[];
  /** in em */
  width: number;
  /** it ends or begins inside a word that is wider than a line */
  isBroken?: true;
}

/** The lines of the tokens at a width in em. A word that is wider than a line is broken between characters. */
export function* linesOf(
  fonts: FontMetrics,
  tokens: Iterable<Token>,
  width: number,
  bold: boolean,
): Generator<Line> {
  let line: Line = { runs: [], width: 0 };
  let space: Token | null = null;
  for (const token of tokens) {
    if (token.kind === 'space') space = line.runs.length > 0 ? token : null;
    else if (token.kind === 'break') {
      yield line;
      line = { runs: [], width: 0 };
      space = null;
    } else {
      const needed = (space?.width ?? 0) + token.width;
      if (line.runs.length > 0 && line.width + needed > width) {
        yield line;
        line = { runs: [], width: 0 };
      } else if (space) append(line, space);
      space = null;
      const isWider = token.width > width;
      for (const part of isWider ? cut(fonts, token, width, bold) : [token]) {
        if (line.runs.length > 0 && line.width + part.width > width) {
          yield line;
          line = { runs: [], width: 0 };
        }
        append(line, part);
        if (isWider) line.isBroken = true;
      }
    }
  }
  if (line.runs.length > 0) yield line;
}

/** Appends runs; neighbours in one font and of one piece become one run. */
function append(line: Line, { runs, width }: Pick<Token, 'runs' | 'width'>): void {
  for (const run of runs) {
    const last = line.runs.at(-1);
    if (last?.piece === run.piece && last.family === run.family) {
      last.text += run.text;
      last.width += run.width;
    } else line.runs.push({ ...run });
  }
  line.width += width;
}

/** Parts of a word, each narrower than a line. */
function* cut(
  fonts: FontMetrics,
  { runs }: Token,
  width: number,
  bold: boolean,
): Generator<Pick<Token, 'runs' | 'width'>> {
  let part: Line = { runs: [], width: 0 };
  for (const run of runs)
    for (const character of run.text) {
      const advance = fonts.advance(run.family, bold, character.codePointAt(0) ?? 0);
      if (part.runs.length > 0 && part.width + advance > width) {
        yield part;
        part = { runs: [], width: 0 };
      }
      append(part, { runs: [{ ...run, text: character, width: advance }], width: advance });
    }
  yield part;
}
