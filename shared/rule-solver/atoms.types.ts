/** What a condition asks of a case, one yes or no at a time. */
import type { RowPath } from '../case/itemAddress.ts';

/** A text of a case: of an item in a row, or of a part of an expression that is not analysed. */
export interface TextTerm {
  /** the function that reads it, `?` for a part that is not analysed */
  read: string;
  /** the item, or the source text of the part */
  name: string;
  path: RowPath;
}

export type Atom =
  /** the text is this one; '': there is none */
  | { kind: 'is'; term: string; literal: string }
  | { kind: 'matches'; term: string; pattern: string }
  | { kind: 'same'; a: string; b: string }
  /** a is earlier, at their common precision; `terms`: texts that are not empty then */
  | { kind: 'before'; a: string; b: string; terms: readonly string[] }
  /** a number is less than this one, or equals it; none of both: greater, or no number */
  | { kind: 'below' | 'equals'; number: string; than: number; text: string | null }
  | { kind: 'noNumber'; number: string; text: string | null }
  /** the row is in the case */
  | { kind: 'row'; group: string; path: RowPath }
  /** the row, or a row inside it, has a value */
  | { kind: 'rowHasData'; group: string; path: RowPath }
  /** a part that is not analysed: equal where its text and its rows are */
  | { kind: 'free'; text: string };
