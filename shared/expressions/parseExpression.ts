/**
 * A cache of parsed expressions. Parsing dominates compilation, and the same expressions are compiled again with each
 * change of a schema file.
 */
import type { ASTNode, ParseResult, TypeCheckResult } from '@marcbachmann/cel-js';
import { memoize } from '../../schemas/compile/check/memoize.ts';
import { environment, MATCHES } from './environment.ts';
import { childrenOf } from './expressionTree.ts';
import { CURSOR } from './macros.ts';
import type { Scope } from './scope.ts';
import { withinSteps } from './steps.ts';

/** More expressions than all files have together. */
const MAX_CACHED = 10_000;

const cache = new Map<string, ParseResult>();

/** The parsed expression, cached by text. Throws the interpreter's `ParseError`. */
export function parseExpression(source: string): ParseResult {
  const before = cache.get(source);
  if (before) return before;
  const parsed = environment.parse(source);
  matchInLinearTime(parsed.ast);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(source, parsed);
  return parsed;
}

/** Has every call of `matches` evaluated by the function that matches in linear time. */
function matchInLinearTime(node: ASTNode): void {
  if (node.op === 'rcall' && node.args[0] === 'matches') node.args[0] = MATCHES;
  childrenOf(node).forEach(matchInLinearTime);
}

/** The type errors that the interpreter reports in a parsed expression. */
export const checkTypes = memoize((parsed: ParseResult): TypeCheckResult => parsed.check());

/** The result in the given scope. Throws `StepLimitExceeded`, naming `owner`. */
export const evaluate = (parsed: ParseResult, scope: Scope, owner: string): unknown =>
  withinSteps(owner, () => parsed({ [CURSOR]: { scope } }));
