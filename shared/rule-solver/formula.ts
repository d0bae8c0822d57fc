/** Conditions as formulas over atoms, and their clauses. */
import type { Literal } from './satSolver.ts';

/** An atom is a whole number from 1; negations are pushed down to the atoms. */
export type Formula =
  | { op: 'atom'; atom: number; positive: boolean }
  | { op: 'and' | 'or'; parts: readonly Formula[] };

export const TRUE: Formula = { op: 'and', parts: [] };
export const FALSE: Formula = { op: 'or', parts: [] };

export const atomOf = (atom: number): Formula => ({ op: 'atom', atom, positive: true });

export const and = (...parts: readonly Formula[]): Formula => combined('and', parts);
export const or = (...parts: readonly Formula[]): Formula => combined('or', parts);
export const implies = (a: Formula, b: Formula): Formula => or(not(a), b);
export const sameAs = (a: Formula, b: Formula): Formula => and(implies(a, b), implies(b, a));

export const not = (formula: Formula): Formula =>
  formula.op === 'atom'
    ? { ...formula, positive: !formula.positive }
    : { op: formula.op === 'and' ? 'or' : 'and', parts: formula.parts.map(not) };

function combined(op: 'and' | 'or', parts: readonly Formula[]): Formula {
  const flat = parts.flatMap((part) => (part.op === op ? part.parts : [part]));
  const opposite = flat.find((part) => part.op !== 'atom' && part.parts.length === 0);
  if (opposite) return opposite;
  const [only] = flat;
  return only && flat.length === 1 ? only : { op, parts: flat };
}

export function atomsIn(formula: Formula, found: Set<number> = new Set()): Set<number> {
  if (formula.op === 'atom') found.add(formula.atom);
  else for (const part of formula.parts) atomsIn(part, found);
  return found;
}

export interface Clauses {
  variables: number;
  clauses: readonly Literal[][];
  /** by atom */
  variableOf: ReadonlyMap<number, number>;
}

const NO_CLAUSES: Clauses = { variables: 0, clauses: [], variableOf: new Map() };

/**
 * Clauses that have values exactly where all formulas are true together (Plaisted and Greenbaum, 1986: a part inside an
 * alternative gets a variable that implies it). `ground`: clauses that are true besides.
 */
export function clausesOf(formulas: readonly Formula[], ground: Clauses = NO_CLAUSES): Clauses {
  const variableOf = new Map(ground.variableOf);
  const clauses = [...ground.clauses];
  let { variables } = ground;

  const literalOf = (formula: Formula): Literal => {
    if (formula.op === 'atom') {
      const known = variableOf.get(formula.atom) ?? (variables += 1);
      variableOf.set(formula.atom, known);
      return formula.positive ? known : -known;
    }
    const name = (variables += 1);
    require(formula, [-name]);
    return name;
  };

  /** The formula is true, or one of the literals is. */
  const require = (formula: Formula, unless: readonly Literal[]): void => {
    if (formula.op === 'and') for (const part of formula.parts) require(part, unless);
    else if (formula.op === 'or') clauses.push([...unless, ...formula.parts.map(literalOf)]);
    else clauses.push([...unless, literalOf(formula)]);
  };

  for (const formula of formulas) require(formula, []);
  return { variables, clauses, variableOf };
}
