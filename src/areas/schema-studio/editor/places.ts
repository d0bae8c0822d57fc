/** Lines and columns of findings, and places of items, in a text. */
import type { Text } from '@codemirror/state';
import { findNodeAtLocation } from 'jsonc-parser';
import { parseAround } from '../../../../schemas/compile/check/parseSource.ts';

/** The offset of a line and column (both from 1), clamped to the text. */
export function offsetAt(doc: Text, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}

/** Behind the word, number or quoted text that begins at the offset; one sign further where there is none. */
export function endOfToken(doc: Text, from: number): number {
  const line = doc.lineAt(from);
  const rest = line.text.slice(from - line.from);
  const token = /^(?:"(?:[^"\\]|\\.)*"?|[\w.+-]+)/.exec(rest)?.[0];
  return Math.min(from + (token?.length ?? 1), line.to);
}

/** Where an item is defined, or else changed by an overlay; null where the text does not name it so. */
export function offsetOfItem(text: string, itemId: string): number | null {
  const quoted = JSON.stringify(itemId).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found =
    new RegExp(`"itemId"\\s*:\\s*${quoted}`).exec(text) ??
    new RegExp(`${quoted}\\s*:`).exec(text) ??
    new RegExp(quoted).exec(text);
  return found && found.index;
}

/** The item in whose definition or overlay the offset lies; null outside of all, and in a text that is too deep. */
export function itemAround(text: string, offset: number): string | null {
  const around = parseAround(text, offset);
  if (!around) return null;
  const {
    root,
    location: { path },
  } = around;
  for (let depth = path.length; depth > 0; depth -= 1) {
    if (path[depth - 2] === 'overlays') return String(path[depth - 1]);
    const named: unknown = root && findNodeAtLocation(root, [...path.slice(0, depth), 'itemId'])?.value;
    if (typeof named === 'string') return named;
  }
  return null;
}

/** The one replacement that makes one text of the other, as short as it can be: cursor and folds around it stay. */
export function changeTo(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
