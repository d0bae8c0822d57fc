/** A condition or rule expression, parsed and checked once and run many times. */
import type { ASTNode, ParseResult } from '@marcbachmann/cel-js';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { readingsOf } from './dependencies.ts';
import type { ExpressionProblem, Reading } from './dependencies.ts';
import { MATCHES, MAX_PARTS } from './environment.ts';
import { childrenOf } from './expressionTree.ts';
import { checkTypes, evaluate, parseExpression } from './parseExpression.ts';
import { patternProblem } from './patterns.ts';
import type { Scope } from './scope.ts';

/** Result type of an expression: CEL's name of the type. */
export interface ExpressionTypes {
  bool: boolean;
  string: string;
  double: number;
  /** types of item values: a text, a number or a boolean */
  value: string | number | bigint | boolean;
}

export interface Expression<Type extends keyof ExpressionTypes> {
  source: string;
  /** ids of the items it reads: its result can change only if one of them, or the rows, change */
  dependencies: string[];
  /** the same per row: what exactly a change must touch to change the result */
  readings: readonly Reading[];
  /** its result in the given scope, which must set a row of the group the expression was compiled for */
  run(scope: Scope): ExpressionTypes[Type];
}

/** Inspected once per catalogue: rules of several authorities share expressions. */
const compiled = new WeakMap<Catalogue, Map<string, Inspection>>();

/**
 * Compiles an expression for a row of `group` (null: for the case). Throws with all its problems. `owner` is named when
 * an evaluation is stopped (`StepLimitExceeded`).
 */
export function compileExpression<Type extends keyof ExpressionTypes>(
  source: string,
  catalogue: Catalogue,
  group: string | null,
  type: Type,
  owner = source,
): Expression<Type> {
  const known = compiled.get(catalogue) ?? new Map<string, Inspection>();
  compiled.set(catalogue, known);
  const key = `${type}|${group ?? ''}|${source}`;
  const inspected = known.get(key) ?? inspect(source, catalogue, group, type);
  known.set(key, inspected);
  const { parsed, items, readings, problems } = inspected;
  if (!parsed || problems.length > 0)
    throw new Error(`${problems.map(({ message }) => message).join('; ')}, in the expression ${source}`);
  return {
    source,
    dependencies: items,
    readings,
    run: (scope) => evaluate(parsed, scope, owner) as ExpressionTypes[Type],
  };
}

/** The problems of an expression: syntax, types, unknown ids, items without a row. Empty if it is valid. */
export const expressionProblems = (
  source: string,
  catalogue: Catalogue,
  group: string | null,
  type: keyof ExpressionTypes,
): ExpressionProblem[] => inspect(source, catalogue, group, type).problems;

interface Inspection {
  parsed: ParseResult | null;
  items: string[];
  readings: readonly Reading[];
  problems: ExpressionProblem[];
}

function inspect(source: string, catalogue: Catalogue, group: string | null, type: string): Inspection {
  try {
    const parsed = parseExpression(source);
    const { items, readings, problems } = readingsOf(parsed.ast, catalogue, group);
    const found = [...problems, ...patternProblems(parsed.ast), ...typeProblems(parsed, type)];
    return { parsed, items: [...items], readings, problems: found };
  } catch (error) {
    return { parsed: null, items: [], readings: [], problems: [asProblem(error, source)] };
  }
}

/** Patterns that cannot be compiled; those that are not literals fail when they are evaluated. */
function patternProblems(node: ASTNode): ExpressionProblem[] {
  const inner = childrenOf(node).flatMap(patternProblems);
  const pattern = node.op === 'rcall' && node.args[0] === MATCHES ? node.args[2][0] : undefined;
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string') return inner;
  const message = patternProblem(pattern.args);
  return message === null ? inner : [...inner, { message, start: pattern.start, end: pattern.end }];
}

const VALUES = new Set(['string', 'double', 'int', 'bool']);

function typeProblems(parsed: ParseResult, type: string): ExpressionProblem[] {
  const found = checkTypes(parsed);
  if (!found.valid) return [asProblem(found.error, parsed.ast.input)];
  if (type === 'value' ? VALUES.has(found.type ?? '') : found.type === type) return [];
  const wanted = type === 'value' ? 'a text, a number or a truth' : type;
  return [{ message: `the answer is ${found.type}, not ${wanted}`, start: 0, end: parsed.ast.input.length }];
}

const TOO_LARGE =
  `the expression has more than ${MAX_PARTS} parts, or more inside each other than an expression can have; ` +
  'divide it among several rules or conditions';

/** Errors of the interpreter carry a location; any other error is a bug and is rethrown. */
function asProblem(error: unknown, source: string): ExpressionProblem {
  if (!(error instanceof Error) || !('summary' in error)) throw error;
  const range = 'range' in error ? (error.range as { start: number; end: number } | undefined) : undefined;
  const message = messageOf(error as Error & { summary: unknown });
  return { message, start: range?.start ?? 0, end: range?.end ?? source.length };
}

function messageOf(error: Error & { summary: unknown; code?: unknown }): string {
  if (error.code === 'limit_exceeded') return TOO_LARGE;
  // the analyst wrote `matches`
  return String(error.summary).replaceAll(`.${MATCHES}(`, '.matches(');
}
