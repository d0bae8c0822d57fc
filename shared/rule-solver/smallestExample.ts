/** The smallest case found in which rules do something, confirmed by running them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CompiledRule } from '../expressions/compileRule.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import { caseScope, scopesOf } from '../expressions/scope.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { chanceFrom } from '../generate/chance.ts';
import type { CaseAtoms } from './caseAtoms.ts';
import type { Formula } from './formula.ts';
import { modelExample } from './modelExample.ts';
import { solveFormulas } from './solveFormulas.ts';

const TRIALS = 25;

/** Whether the rule has a finding in the case of the example. */
export function hasFinding(
  catalogue: Catalogue,
  { group, run }: CompiledRule,
  example: RuleExample,
): boolean {
  const whole = caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, example)));
  return scopesOf(whole, group).some((scope) => !run(scope));
}

/** A case that meets the formula and is confirmed; null: none was found, though there may be one. */
export function smallestExample(
  atoms: CaseAtoms,
  formula: Formula,
  isConfirmed: (example: RuleExample) => boolean,
): RuleExample | null {
  const isTrue = solveFormulas(atoms, [formula]);
  if (!isTrue) return null;
  for (let trial = 1; trial <= TRIALS; trial += 1) {
    const example = modelExample(atoms, [formula], isTrue, chanceFrom(trial));
    if (isConfirmed(example)) return shrunk(example, isConfirmed);
  }
  return null;
}

/** Without every value that is not needed, in the first rows if they will do. */
function shrunk(example: RuleExample, isConfirmed: (example: RuleExample) => boolean): RuleExample {
  const smallest = Object.keys(example).reduce((some, key) => {
    const { [key]: _, ...rest } = some;
    return isConfirmed(rest) ? rest : some;
  }, example);
  const inFirstRows = Object.fromEntries(
    Object.entries(smallest).map(([key, value]) => [key.replaceAll(/\|\d+/g, '|1'), value]),
  );
  const isSame = Object.keys(inFirstRows).length === Object.keys(smallest).length;
  return isSame && isConfirmed(inFirstRows) ? inFirstRows : smallest;
}
