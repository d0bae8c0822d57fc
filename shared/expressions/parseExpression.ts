/**
 * A cache of parsed expressions. Parsing dominates compilation, and the same expressions are compiled again with each
 * change of a schema file.
 */
import type { ParseResult, TypeCheckResult } from '@marcbachmann/cel-js';
import { memoize } from '../../schemas/compile/check/memoize.ts';
import { environment } from './environment.ts';

/** More expressions than all files have together. */
const MAX_CACHED = 10_000;

const cache = new Map<string, ParseResult>();

/** The parsed expression, cached by text. Throws the interpreter's `ParseError`. */
export function parseExpression(source: string): ParseResult {
  const before = cache.get(source);
  if (before) return before;
  const parsed = environment.parse(source);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(source, parsed);
  return parsed;
}

/** The type errors that the interpreter reports in a parsed expression. */
export const checkTypes = memoize((parsed: ParseResult): TypeCheckResult => parsed.check());
