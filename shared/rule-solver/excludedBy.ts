/** Whether a case with certain values can be without errors of a receiver, and the few rules that forbid it. */
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import type { CompiledRule } from '../expressions/compileRule.ts';
import { rulesFor } from '../rules/ruleChecks.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { receiversOf } from '../rules/receivers.ts';
import { createCaseAtoms, type CaseAtoms } from './caseAtoms.ts';
import { forbiddenBy, holdsEverywhere } from './forbiddenBy.ts';
import { and, FALSE, type Formula } from './formula.ts';
import { hasFinding, smallestExample } from './smallestExample.ts';
import type { SolverWorld } from './solveRules.ts';

export interface Wanted {
  receiver: string;
  profile?: string | undefined;
  /** keys as in examples of rules */
  values: RuleExample;
}

export type Exclusion =
  /** the smallest case found with the values; null: none was found, and none is excluded */
  | { excludedBy: null; example: RuleExample | null }
  /** no case has the values and breaks none of these rules; without any of them there may be one. Empty: the values exclude each other */
  | { excludedBy: readonly string[] };

/** Only errors of rules over several items count: what is merely missing can be added. Throws where an item or the receiver is unknown. */
export function excludedBy({ catalogue, rules, codeLists }: SolverWorld, wanted: Wanted): Exclusion {
  const found = receiversOf(catalogue).find(({ receiver }) => receiver === wanted.receiver);
  if (!found) throw new Error(`there is no receiver ${wanted.receiver}`);
  const atoms = createCaseAtoms({ catalogue, seen: forAppendix(catalogue, found.appendix), codeLists });
  const values = Object.entries(wanted.values).map(([key, value]) => valueFormula(atoms, key, value));
  const errors = rulesFor(rules.rules, wanted).filter(({ rule }) => rule.severity === 'error');
  const holdsOf = new Map(errors.map((rule) => [rule, holdsEverywhere(atoms, rule)]));
  const holds = (rule: CompiledRule): Formula => holdsOf.get(rule) ?? FALSE;

  const items = Object.keys(wanted.values).map((key) => key.split('|')[0] ?? '');
  for (const near of nearRules(errors, items)) {
    const forbidding = forbiddenBy(atoms, values, near, holds);
    if (forbidding) return { excludedBy: forbidding.map(({ rule }) => rule.id) };
  }
  const example = smallestExample(
    atoms,
    and(...values, ...holdsOf.values()),
    (one) =>
      Object.entries(wanted.values).every(
        ([key, value]) => JSON.stringify(one[key]) === JSON.stringify(value),
      ) && errors.every((rule) => !hasFinding(catalogue, rule, one)),
  );
  return { excludedBy: null, example };
}

function valueFormula(atoms: CaseAtoms, key: string, value: RuleExample[string]): Formula {
  const [name = '', ...numbers] = key.split('|');
  const item = atoms.world.catalogue.items[name];
  if (!item) throw new Error(`there is no item ${name}`);
  const path = item.groups.map((_, depth) => Number(numbers[depth] ?? 1));
  if (typeof value === 'string')
    return atoms.atom({ kind: 'is', term: atoms.text({ read: 'value', name, path }), literal: value });
  if ('nullFlavor' in value)
    return atoms.atom({
      kind: 'is',
      term: atoms.text({ read: 'nullFlavor', name, path }),
      literal: value.nullFlavor,
    });
  throw new Error(`${name} is a file: files cannot be asked about`);
}

/** The rules that read the items, then also those that read an item of these, and so on: most answers are near. */
function* nearRules(rules: readonly CompiledRule[], items: readonly string[]): Generator<CompiledRule[]> {
  const read = new Set(items);
  for (let before = -1, near: CompiledRule[] = []; near.length > before;) {
    before = near.length;
    near = rules.filter(({ dependencies }) => dependencies.some((itemId) => read.has(itemId)));
    for (const { dependencies } of near) for (const itemId of dependencies) read.add(itemId);
    yield near;
  }
}
