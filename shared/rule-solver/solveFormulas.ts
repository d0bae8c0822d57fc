/** Looks for a case in which formulas hold. */
import type { CaseAtoms } from './caseAtoms.ts';
import { clausesOf, type Clauses, type Formula } from './formula.ts';
import { solveClauses } from './satSolver.ts';

/** Whether an atom is true; atoms that no formula needs are false. */
export type AtomValues = (atom: number) => boolean;

/** What holds in every case that the formulas are about; to be shared by questions about them. */
export const groundOf = (atoms: CaseAtoms, formulas: readonly Formula[]): Clauses =>
  clausesOf(atoms.axioms(formulas));

/**
 * Values of the atoms with which all formulas hold in a case that can be; null: there is no such case. `ground`: of these
 * formulas, or of more.
 */
export function solveFormulas(
  atoms: CaseAtoms,
  formulas: readonly Formula[],
  ground?: Clauses,
): AtomValues | null {
  // without a ground the variables of the formulas come first: cases made of these values are confirmed more often
  const { variables, clauses, variableOf } = ground
    ? clausesOf(formulas, ground)
    : clausesOf([...formulas, ...atoms.axioms(formulas)]);
  const model = solveClauses(variables, clauses);
  return (
    model &&
    ((atom) => {
      const variable = variableOf.get(atom);
      return variable !== undefined && model(variable);
    })
  );
}
