/** Reads JSON texts that people type and paste: parser and readers call themselves for each level, so the depth is limited. */
import { getLocation, parseTree } from 'jsonc-parser';
import type { Location, Node, ParseError } from 'jsonc-parser';

/** Objects and lists inside each other; files of the product have some fifteen. */
export const MAX_LEVELS = 100;

const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/** Where more is inside each other than any file has; null: nowhere. */
function tooDeepAt(text: string): number | null {
  let levels = 0;
  for (const { 0: found, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (found === '[' || found === '{') levels += 1;
    else if (found === ']' || found === '}') levels -= 1;
    if (levels > MAX_LEVELS) return index;
  }
  return null;
}

export interface ParsedText {
  /** as much as could be read; undefined for an empty text, and one that is too deep */
  root: Node | undefined;
  errors: readonly ParseError[];
  /** where more is inside each other than any file has; null: nowhere */
  tooDeepAt: number | null;
}

/** The tree of a text, whatever is wrong with it. */
export function parseSource(text: string): ParsedText {
  const deepAt = tooDeepAt(text);
  const errors: ParseError[] = [];
  const root =
    deepAt === null
      ? parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
      : undefined;
  return { root, errors, tooDeepAt: deepAt };
}

/** The tree of a valid text; null for any other, and one that is too deep. */
export function parseValid(text: string): Node | null {
  const { root, errors } = parseSource(text);
  return root && errors.length === 0 ? root : null;
}

/** The tree of a text, and where an offset is in it; null where the text is too deep. */
export function parseAround(
  text: string,
  offset: number,
): { root: Node | undefined; location: Location } | null {
  const { root, tooDeepAt: deepAt } = parseSource(text);
  return deepAt === null ? { root, location: getLocation(text, offset) } : null;
}
