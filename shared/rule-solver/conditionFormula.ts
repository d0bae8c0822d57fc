/** Reads a condition of a rule as a formula over the atoms of a case: exactly, but for parts that count as free to be either. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { RowPath } from '../case/itemAddress.ts';
import { catalogueGroup } from '../expressions/catalogueGroup.ts';
import { MATCHES } from '../expressions/environment.ts';
import { argumentsOf, callOf, childrenOf, sameText } from '../expressions/expressionTree.ts';
import { settledRows } from '../expressions/scope.ts';
import type { Atom } from './atoms.types.ts';
import { present, rowExists, type CaseAtoms } from './caseAtoms.ts';
import { and, FALSE, implies, not, or, sameAs, TRUE, type Formula } from './formula.ts';

/** The current row of each group, as in a scope. */
export type RowsAt = ReadonlyMap<string, RowPath>;

/** The rows that a row of a group settles. */
export const rowsAt = (
  { world }: CaseAtoms,
  group: string | null,
  path: RowPath,
  outer: RowsAt = new Map(),
): RowsAt => (group === null ? outer : new Map([...outer, ...settledRows(world.catalogue, group, path)]));

const TEXT_FUNCTIONS = new Set(['value', 'nullFlavor', 'notation', 'fileName', 'mediaType', 'compression']);
const ORDERS = new Set(['<', '<=', '>', '>=']);

export function conditionFormula(atoms: CaseAtoms, node: ASTNode, at: RowsAt): Formula {
  const inner = (part: ASTNode): Formula => conditionFormula(atoms, part, at);
  switch (node.op) {
    case 'value':
      return node.args === true ? TRUE : node.args === false ? FALSE : free(atoms, node, at);
    case '!_':
      return not(inner(node.args));
    case '&&':
      return and(...node.args.map(inner));
    case '||':
      return or(...node.args.map(inner));
    case '?:': {
      const [test, yes, no] = node.args.map(inner);
      return test && yes && no ? and(implies(test, yes), or(test, no)) : free(atoms, node, at);
    }
    case 'call':
      return called(atoms, node, at) ?? free(atoms, node, at);
    case 'rcall':
      return matched(atoms, node, at) ?? free(atoms, node, at);
    default:
      return compared(atoms, node, at) ?? alike(atoms, node, at) ?? free(atoms, node, at);
  }
}

/** Rows of the group inside the current ones, as `rowsInScope` finds them: at most so many below each. */
export function possibleRows({ world, rowsPerGroup }: CaseAtoms, group: string, at: RowsAt): RowPath[] {
  const { groups } = catalogueGroup(world.catalogue, group);
  const around = groups.slice(0, -1).findLast((name) => at.has(name));
  const start = (around === undefined ? undefined : at.get(around)) ?? [];
  return groups.slice(start.length).reduce<RowPath[]>(
    (paths, name) => {
      const count = Math.min(catalogueGroup(world.catalogue, name).max ?? rowsPerGroup, rowsPerGroup);
      return paths.flatMap((path) => Array.from({ length: count }, (_, index) => [...path, index + 1]));
    },
    [start],
  );
}

function called(atoms: CaseAtoms, node: ASTNode, at: RowsAt): Formula | null {
  const [name, literal, condition] = callOf(node);
  if (literal === undefined)
    return node.op === 'call' && name === 'before' ? before(atoms, node.args[1], at) : null;
  const { catalogue } = atoms.world;
  if (name === 'present') {
    const item = catalogue.items[literal];
    const path = item && pathOf(atoms, literal, at);
    return item && path && path.length === item.groups.length ? present(atoms, literal, path) : FALSE;
  }
  if (!catalogue.groups[literal]) return null;
  if (name === 'rowHasData') return rowHasData(atoms, literal, at);
  if (!condition || !['anyRow', 'everyRow', 'firstRow'].includes(name ?? '')) return null;
  const rows = possibleRows(atoms, literal, at).map((path) => ({
    exists: rowExists(atoms, literal, path),
    answer: conditionFormula(atoms, condition, rowsAt(atoms, literal, path, at)),
  }));
  if (name === 'anyRow') return or(...rows.map(({ exists, answer }) => and(exists, answer)));
  if (name === 'everyRow') return and(...rows.map(({ exists, answer }) => implies(exists, answer)));
  // the first one that is there: of rows around it, an earlier one may have none
  return and(
    ...rows.map(({ exists, answer }, index) =>
      implies(and(exists, ...rows.slice(0, index).map((one) => not(one.exists))), answer),
    ),
  );
}

function rowHasData(atoms: CaseAtoms, group: string, at: RowsAt): Formula {
  const path = at.get(group);
  return path ? atoms.atom({ kind: 'rowHasData', group, path }) : FALSE;
}

/** Row numbers of an item, as `rowsOfItem` finds them. */
function pathOf({ world }: CaseAtoms, itemId: string, at: RowsAt): RowPath {
  const groups = world.catalogue.items[itemId]?.groups ?? [];
  return at.get(groups.findLast((name) => at.has(name)) ?? '') ?? [];
}

/** The key of a text; null: it is always empty, since the row is not settled. */
function textOf(atoms: CaseAtoms, node: ASTNode, at: RowsAt): string | null {
  const [read, name] = callOf(node);
  const item = name === undefined ? undefined : atoms.world.catalogue.items[name];
  if (read === undefined || name === undefined || !item || !TEXT_FUNCTIONS.has(read))
    return atoms.text({ read: '?', name: unanalysed(node, at), path: [] });
  const path = pathOf(atoms, name, at);
  return path.length === item.groups.length ? atoms.text({ read, name, path }) : null;
}

/** Equal for parts that have the same text and are evaluated in the same rows. */
const unanalysed = (node: ASTNode, at: RowsAt): string => `${sameText(node)} ${JSON.stringify([...at])}`;

const free = (atoms: CaseAtoms, node: ASTNode, at: RowsAt): Formula =>
  atoms.atom({ kind: 'free', text: unanalysed(node, at) });

function matched(atoms: CaseAtoms, node: ASTNode, at: RowsAt): Formula | null {
  if (node.op !== 'rcall') return null;
  const [method, receiver, [argument]] = node.args;
  if (method !== MATCHES || argument?.op !== 'value' || typeof argument.args !== 'string') return null;
  const term = textOf(atoms, receiver, at);
  return term === null ? null : atoms.atom({ kind: 'matches', term, pattern: argument.args });
}

function compared(atoms: CaseAtoms, node: ASTNode, at: RowsAt): Formula | null {
  const found = argumentsOf(node);
  if (!found) return null;
  const { operator, term, literals } = found;
  if (literals.every((literal) => typeof literal === 'string')) {
    if (ORDERS.has(operator)) return null;
    const text = textOf(atoms, term, at);
    const isOne = or(
      ...literals.map((literal): Formula =>
        text === null
          ? literal === ''
            ? TRUE
            : FALSE
          : atoms.atom({ kind: 'is', term: text, literal: String(literal) }),
      ),
    );
    return operator === '!=' ? not(isOne) : isOne;
  }
  if (!literals.every((literal) => typeof literal === 'number')) return null;
  const counted = countedRows(atoms, term, at);
  if (counted) return ofCount(atoms, { operator, term, limits: literals.map(Number) }, counted, at);
  return ofNumber(atoms, { operator, term, limits: literals.map(Number) }, at);
}

interface NumberComparison {
  operator: string;
  term: ASTNode;
  limits: readonly number[];
}

function ofNumber(atoms: CaseAtoms, { operator, term, limits }: NumberComparison, at: RowsAt): Formula {
  const [read, name] = callOf(term);
  const number = unanalysed(term, at);
  const isItem = read === 'number' && name !== undefined && atoms.world.catalogue.items[name] !== undefined;
  const path = isItem ? pathOf(atoms, name, at) : [];
  const text = isItem ? atoms.text({ read: 'value', name, path }) : null;
  const ask = (kind: 'below' | 'equals', than: number): Formula => atoms.atom({ kind, number, than, text });
  const [limit = 0] = limits;
  const isNumber = not(atoms.atom({ kind: 'noNumber', number, text }));
  const answers: Record<string, () => Formula> = {
    '==': () => ask('equals', limit),
    '!=': () => not(ask('equals', limit)),
    in: () => or(...limits.map((one) => ask('equals', one))),
    '<': () => ask('below', limit),
    '<=': () => or(ask('below', limit), ask('equals', limit)),
    '>': () => and(isNumber, not(ask('below', limit)), not(ask('equals', limit))),
    '>=': () => and(isNumber, not(ask('below', limit))),
  };
  return answers[operator]?.() ?? free(atoms, term, at);
}

/** Of each row that a number of rows counts, whether it counts; null: the number is none of rows. */
function countedRows(atoms: CaseAtoms, term: ASTNode, at: RowsAt): Formula[] | null {
  const [name, group, condition] = callOf(term);
  if (group === undefined || !atoms.world.catalogue.groups[group]) return null;
  if (name !== 'rows' && !(name === 'countRows' && condition)) return null;
  return possibleRows(atoms, group, at).map((path) =>
    and(
      rowExists(atoms, group, path),
      condition ? conditionFormula(atoms, condition, rowsAt(atoms, group, path, at)) : TRUE,
    ),
  );
}

function ofCount(
  atoms: CaseAtoms,
  { operator, term, limits }: NumberComparison,
  counted: readonly Formula[],
  at: RowsAt,
): Formula {
  const orMore = (count: number): Formula =>
    count > counted.length
      ? // there may be more rows than the solver looks at
        and(...counted, atoms.atom({ kind: 'free', text: `${unanalysed(term, at)} >= ${count}` }))
      : or(...subsets(counted, Math.max(0, count)).map((some) => and(...some)));
  const exactly = (count: number): Formula =>
    Number.isInteger(count) ? and(orMore(count), not(orMore(count + 1))) : FALSE;
  const [limit = 0] = limits;
  const answers: Record<string, () => Formula> = {
    '==': () => exactly(limit),
    '!=': () => not(exactly(limit)),
    in: () => or(...limits.map(exactly)),
    '<': () => not(orMore(Math.ceil(limit))),
    '<=': () => not(orMore(Math.floor(limit) + 1)),
    '>': () => orMore(Math.floor(limit) + 1),
    '>=': () => orMore(Math.ceil(limit)),
  };
  return answers[operator]?.() ?? free(atoms, term, at);
}

/** All choices of so many. */
function subsets<One>(from: readonly One[], count: number): One[][] {
  if (count === 0) return [[]];
  return from.flatMap((one, index) =>
    subsets(from.slice(index + 1), count - 1).map((rest) => [one, ...rest]),
  );
}

/** `a == b` of two texts, or of two conditions. */
function alike(atoms: CaseAtoms, node: ASTNode, at: RowsAt): Formula | null {
  if (node.op !== '==' && node.op !== '!=') return null;
  const [left, right] = childrenOf(node);
  if (!left || !right) return null;
  const [a, b] = [left, right].map((side) => (isText(atoms, side) ? textOf(atoms, side, at) : undefined));
  const same =
    a !== undefined && b !== undefined
      ? sameTexts(atoms, a, b)
      : isCondition(left) && isCondition(right)
        ? sameAs(conditionFormula(atoms, left, at), conditionFormula(atoms, right, at))
        : null;
  return same && (node.op === '==' ? same : not(same));
}

function sameTexts(atoms: CaseAtoms, a: string | null, b: string | null): Formula {
  if (a === b) return TRUE;
  if (a !== null && b !== null) {
    const [first = a, second = b] = [a, b].toSorted();
    return atoms.atom({ kind: 'same', a: first, b: second });
  }
  return atoms.atom({ kind: 'is', term: a ?? b ?? '', literal: '' });
}

function isText({ world }: CaseAtoms, node: ASTNode): boolean {
  const [read, name] = callOf(node);
  return (
    read !== undefined &&
    name !== undefined &&
    TEXT_FUNCTIONS.has(read) &&
    world.catalogue.items[name] !== undefined
  );
}

const CONDITIONS = new Set(['!_', '&&', '||', '==', '!=', 'in', '<', '<=', '>', '>=']);
const CONDITION_CALLS = new Set(['present', 'rowHasData', 'anyRow', 'everyRow', 'firstRow', 'before']);

const isCondition = (node: ASTNode): boolean =>
  CONDITIONS.has(node.op) ||
  (node.op === 'call' && CONDITION_CALLS.has(node.args[0])) ||
  (node.op === 'value' && typeof node.args === 'boolean');

/** Of two dates; a missing one is not earlier than any. */
function before(atoms: CaseAtoms, sides: readonly ASTNode[], at: RowsAt): Formula {
  const [a, b] = sides.map((side) => (isText(atoms, side) ? textOf(atoms, side, at) : undefined));
  // of a row that is not settled
  if (a === null || b === null) return FALSE;
  const [left = '', right = ''] = sides.map((side, index) => [a, b][index] ?? unanalysed(side, at));
  if (left === right) return FALSE;
  const terms = [a, b].filter((term) => term !== undefined);
  const atom: Atom = { kind: 'before', a: left, b: right, terms };
  return atoms.atom(atom);
}
