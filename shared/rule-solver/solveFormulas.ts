/** Looks for a case in which formulas hold. */
import type { CaseAtoms } from './caseAtoms.ts';
import { clausesOf, type Formula } from './formula.ts';
import { solveClauses } from './satSolver.ts';

/** Whether an atom is true; atoms that no formula needs are false. */
export type AtomValues = (atom: number) => boolean;

/** Values of the atoms with which all formulas hold in a case that can be; null: there is no such case. */
export function solveFormulas(atoms: CaseAtoms, formulas: readonly Formula[]): AtomValues | null {
  const { variables, clauses, variableOf } = clausesOf([...formulas, ...atoms.axioms(formulas)]);
  const model = solveClauses(variables, clauses);
  return (
    model &&
    ((atom) => {
      const variable = variableOf.get(atom);
      return variable !== undefined && model(variable);
    })
  );
}
