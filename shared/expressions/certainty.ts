/**
 * Finds expressions, and parts of them, that have the same result in every case. Only certain results are reported:
 * every combination of outcomes of the comparisons is evaluated, and parts that cannot be analysed count as free to
 * be either.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { memoize } from '../../schemas/compile/check/memoize.ts';
import { argumentsOf, callOf, sameText } from './expressionTree.ts';

export interface Certainty {
  node: ASTNode;
  always: boolean;
}

/** With more combinations than this, nothing is reported. */
const MAX_COMBINATIONS = 4000;

/** The largest parts of a condition that are always true or always false, also inside row functions. */
export const certainties = memoize((node: ASTNode): Certainty[] => {
  const answer = answerOf(node);
  if (answer !== null) return [{ node, always: answer }];
  // a branch that is a literal true or false is intended
  return conditionsIn(node)
    .filter(({ op }) => op !== 'value')
    .flatMap(certainties);
});

/** The conditions directly below a condition. */
function conditionsIn(node: ASTNode): ASTNode[] {
  if (node.op === '&&' || node.op === '||') return node.args;
  if (node.op === '!_') return [node.args];
  if (node.op === '?:') return node.args;
  const [, , condition] = callOf(node);
  return condition ? [condition] : [];
}

/** A compared term with the values that make a difference. */
interface Term {
  values: Set<string | number>;
}

/** One combination: a value for each term, by its source text. */
type World = ReadonlyMap<string, string | number | boolean>;

/** The result, if it is the same for every combination. */
function answerOf(node: ASTNode): boolean | null {
  const terms = new Map<string, Term>();
  const read = condition(node, terms);
  const choices = [...terms].map(([name, { values }]) => [name, [...values]] as const);
  const combinations = choices.reduce((product, [, values]) => product * values.length, 1);
  if (combinations > MAX_COMBINATIONS) return null;
  let answer: boolean | null = null;
  for (let combination = 0; combination < combinations; combination += 1) {
    const found = read(worldOf(choices, combination));
    if (answer !== null && found !== answer) return null;
    answer = found;
  }
  return answer;
}

function worldOf(choices: (readonly [string, readonly (string | number)[]])[], combination: number): World {
  let rest = combination;
  return new Map(
    choices.map(([name, values]) => {
      const value = values[rest % values.length] ?? '';
      rest = Math.floor(rest / values.length);
      return [name, value];
    }),
  );
}

type Read = (world: World) => boolean;

/** Evaluates a condition for one combination; adds the terms it compares. */
function condition(node: ASTNode, terms: Map<string, Term>): Read {
  if (node.op === 'value' && typeof node.args === 'boolean') return () => node.args === true;
  if (node.op === '!_') return not(condition(node.args, terms));
  if (node.op === '&&' || node.op === '||') {
    const [left, right] = node.args.map((part) => condition(part, terms));
    if (left && right)
      return node.op === '&&'
        ? (world) => left(world) && right(world)
        : (world) => left(world) || right(world);
  }
  if (node.op === '?:') {
    const [test, yes, no] = node.args.map((part) => condition(part, terms));
    if (test && yes && no) return (world) => (test(world) ? yes(world) : no(world));
  }
  const [name, item] = callOf(node);
  if (name === 'present' && item !== undefined) {
    const value = compared(terms, `value ${item}`, ['']);
    const nullFlavor = compared(terms, `nullFlavor ${item}`, ['']);
    return (world) => world.get(value) !== '' || world.get(nullFlavor) !== '';
  }
  return comparison(node, terms) ?? free(node, terms);
}

const not =
  (read: Read): Read =>
  (world) =>
    !read(world);

/** Parts that cannot be analysed: equal wherever the source text is equal. */
function free(node: ASTNode, terms: Map<string, Term>): Read {
  const name = `free ${sameText(node)}`;
  terms.set(name, { values: new Set([0, 1]) });
  return (world) => world.get(name) === 1;
}

const ORDERS = new Set(['<', '<=', '>', '>=']);

/** A comparison of something with literals. */
function comparison(node: ASTNode, terms: Map<string, Term>): Read | null {
  const found = argumentsOf(node);
  if (!found) return null;
  const { operator, term, literals } = found;
  const [literal] = literals;
  if (literal === undefined) return operator === 'in' ? () => false : null;
  // texts are ordered, so one other text cannot represent all others here
  if (ORDERS.has(operator) && typeof literal === 'string') return null;
  const [call, item] = callOf(term);
  const isItem = (call === 'value' || call === 'nullFlavor') && item !== undefined;
  const name = compared(terms, isItem ? `${call} ${item}` : sameText(term), literals);
  return (world) => holds(operator, world.get(name) ?? '', literals, literal);
}

function holds(
  operator: string,
  value: string | number | boolean,
  literals: (string | number)[],
  literal: string | number,
): boolean {
  switch (operator) {
    case '==':
      return value === literal;
    case '!=':
      return value !== literal;
    case 'in':
      return literals.some((one) => one === value);
    case '<':
      return value < literal;
    case '<=':
      return value <= literal;
    case '>':
      return value > literal;
    default:
      return value >= literal;
  }
}

/**
 * Collects the literals that a term is compared with, and neighbouring values: another text; numbers in between;
 * none.
 */
function compared(terms: Map<string, Term>, name: string, literals: (string | number)[]): string {
  const known = terms.get(name)?.values ?? new Set();
  const values = new Set([...known, ...literals]);
  if (typeof literals[0] === 'string') values.add('\u0000 any other text');
  else {
    const numbers = [...values].filter((value) => typeof value === 'number' && Number.isFinite(value));
    const sorted = numbers.map(Number).toSorted((a, b) => a - b);
    const between = sorted.slice(1).map((value, at) => (value + (sorted[at] ?? value)) / 2);
    for (const value of [Number.NaN, -Infinity, Infinity, ...between]) values.add(value);
  }
  terms.set(name, { values });
  return name;
}
