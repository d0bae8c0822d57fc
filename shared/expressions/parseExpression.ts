/** Parsing costs most of compiling, and the same expressions are compiled again with each change of a schema file. */
import type { ParseResult, TypeCheckResult } from '@marcbachmann/cel-js';
import { once } from '../../schemas/compile/check/remembered.ts';
import { environment } from './environment.ts';

/** More expressions than all files have together. */
const MOST_KNOWN = 10_000;

const known = new Map<string, ParseResult>();

/** The parsed expression; a text parsed before is remembered. Throws the interpreter's `ParseError`. */
export function parseExpression(source: string): ParseResult {
  const before = known.get(source);
  if (before) return before;
  const parsed = environment.parse(source);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(source, parsed);
  return parsed;
}

/** What the interpreter says of the types in a parsed expression. */
export const checkTypes = once((parsed: ParseResult): TypeCheckResult => parsed.check());
