/** Reads JSON texts that people type and paste: parser and readers call themselves for each level, so the depth is limited. */
import { getLocation, parseTree } from 'jsonc-parser';
import type { Location, Node, ParseError } from 'jsonc-parser';

/** Objects and lists inside each other; files of the product have some fifteen. */
export const MAX_LEVELS = 100;

const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/** Where more is inside each other than any file has; null: nowhere. */
export function tooDeepAt(text: string): number | null {
  let levels = 0;
  for (const { 0: found, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (found === '[' || found === '{') levels += 1;
    else if (found === ']' || found === '}') levels -= 1;
    if (levels > MAX_LEVELS) return index;
  }
  return null;
}

/** The tree of a text, whatever is wrong with it: where `errors` are given, they are added to it. Undefined for an empty text, and one that is too deep. */
export const parseSource = (text: string, errors: ParseError[] = []): Node | undefined =>
  tooDeepAt(text) === null
    ? parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
    : undefined;

/** The tree of a valid text; null for any other, and one that is too deep. */
export function parseValid(text: string): Node | null {
  const errors: ParseError[] = [];
  const root = parseSource(text, errors);
  return root && errors.length === 0 ? root : null;
}

/** Where an offset is in the text; null where the text is too deep. */
export const locationIn = (text: string, offset: number): Location | null =>
  tooDeepAt(text) === null ? getLocation(text, offset) : null;
