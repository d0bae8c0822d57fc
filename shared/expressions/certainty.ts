/**
 * Expressions, and parts of them, that answer the same whatever the case says. Only what is certainly so is told: every
 * way in which the things compared may come out is tried, and what cannot be seen through counts as free to be either.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { once } from '../../schemas/compile/check/remembered.ts';
import { argumentsOf, callOf, sameText } from './expressionTree.ts';

export interface Certainty {
  node: ASTNode;
  always: boolean;
}

/** Beyond so many ways nothing is told. */
const MOST_WAYS = 4000;

/** The largest parts of a condition that are always or never true, those inside walks over rows too. */
export const certainties = once((node: ASTNode): Certainty[] => {
  const answer = answerOf(node);
  if (answer !== null) return [{ node, always: answer }];
  // a branch that simply says true or false is meant so
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

/** Something compared, with the values that make a difference. */
interface Term {
  values: Set<string | number>;
}

/** What the case says, in one way of trying: of each term, by its text. */
type World = ReadonlyMap<string, string | number | boolean>;

/** The answer, if it is the same in every world. */
function answerOf(node: ASTNode): boolean | null {
  const terms = new Map<string, Term>();
  const read = condition(node, terms);
  const choices = [...terms].map(([name, { values }]) => [name, [...values]] as const);
  const ways = choices.reduce((product, [, values]) => product * values.length, 1);
  if (ways > MOST_WAYS) return null;
  let answer: boolean | null = null;
  for (let way = 0; way < ways; way += 1) {
    const found = read(worldOf(choices, way));
    if (answer !== null && found !== answer) return null;
    answer = found;
  }
  return answer;
}

function worldOf(choices: (readonly [string, readonly (string | number)[]])[], way: number): World {
  let rest = way;
  return new Map(
    choices.map(([name, values]) => {
      const value = values[rest % values.length] ?? '';
      rest = Math.floor(rest / values.length);
      return [name, value];
    }),
  );
}

type Read = (world: World) => boolean;

/** How a condition is answered in a world; adds what it compares to the terms. */
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
    const [asked, yes, no] = node.args.map((part) => condition(part, terms));
    if (asked && yes && no) return (world) => (asked(world) ? yes(world) : no(world));
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

/** What cannot be seen through: the same wherever the same is written. */
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
  // texts have an order, but one other text cannot stand for all of them there
  if (ORDERS.has(operator) && typeof literal === 'string') return null;
  const [call, item] = callOf(term);
  const isItem = (call === 'value' || call === 'nullFlavor') && item !== undefined;
  const name = compared(terms, isItem ? `${call} ${item}` : sameText(term), literals);
  return (world) => holds(operator, world.get(name) ?? '', literals, literal);
}

function holds(
  operator: string,
  said: string | number | boolean,
  literals: (string | number)[],
  literal: string | number,
): boolean {
  switch (operator) {
    case '==':
      return said === literal;
    case '!=':
      return said !== literal;
    case 'in':
      return literals.some((one) => one === said);
    case '<':
      return said < literal;
    case '<=':
      return said <= literal;
    case '>':
      return said > literal;
    default:
      return said >= literal;
  }
}

/** Notes the literals a term is compared with, and values beside them: another text; numbers between, none. */
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
