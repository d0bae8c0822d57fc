/** The few rules with which no case can be. */
import type { CompiledRule } from '../expressions/compileRule.ts';
import type { CaseAtoms } from './caseAtoms.ts';
import { not, or, type Formula } from './formula.ts';
import { ruleFormulas } from './ruleFormulas.ts';
import { solveFormulas } from './solveFormulas.ts';

export const holdsEverywhere = (atoms: CaseAtoms, rule: CompiledRule): Formula =>
  not(or(...ruleFormulas(atoms, rule).rows.map(({ fires }) => fires)));

/** Rules without any of which a case may have what is wanted, and no finding of the others; null: a case may have it anyway. */
export function forbiddenBy(
  atoms: CaseAtoms,
  wanted: readonly Formula[],
  rules: readonly CompiledRule[],
  holds: (rule: CompiledRule) => Formula,
): readonly CompiledRule[] | null {
  const isForbidden = (some: readonly CompiledRule[]): boolean =>
    solveFormulas(atoms, [...wanted, ...some.map(holds)]) === null;
  if (!isForbidden(rules)) return null;
  return rules.reduce<readonly CompiledRule[]>((needed, rule) => {
    const others = needed.filter((one) => one !== rule);
    return isForbidden(others) ? others : needed;
  }, rules);
}
