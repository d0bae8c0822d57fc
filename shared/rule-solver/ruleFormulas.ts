/** A rule in each row that it can run in: when it applies, and when it has a finding. */
import type { RowPath } from '../case/itemAddress.ts';
import type { CompiledRule } from '../expressions/compileRule.ts';
import { catalogueGroup } from '../expressions/catalogueGroup.ts';
import { parseExpression } from '../expressions/parseExpression.ts';
import { rowExists, type CaseAtoms } from './caseAtoms.ts';
import { conditionFormula, possibleRows, rowsAt } from './conditionFormula.ts';
import { and, not, TRUE, type Formula } from './formula.ts';

export interface RuleInRow {
  path: RowPath;
  applies: Formula;
  fires: Formula;
}

export interface RuleFormulas {
  compiled: CompiledRule;
  rows: readonly RuleInRow[];
}

/** Made once for the same atoms: a rule is compared with many others. */
const known = new WeakMap<CaseAtoms, WeakMap<CompiledRule, RuleFormulas>>();

export function ruleFormulas(atoms: CaseAtoms, compiled: CompiledRule): RuleFormulas {
  const some = known.get(atoms) ?? new WeakMap<CompiledRule, RuleFormulas>();
  const formulas = some.get(compiled) ?? formulasOf(atoms, compiled);
  known.set(atoms, some.set(compiled, formulas));
  return formulas;
}

function formulasOf(atoms: CaseAtoms, compiled: CompiledRule): RuleFormulas {
  const { rule, group } = compiled;
  const paths = group === null ? [[]] : possibleRows(atoms, group, new Map());
  const rows = paths.map((path): RuleInRow => {
    const at = rowsAt(atoms, group, path);
    const formulaOf = (source: string): Formula => conditionFormula(atoms, parseExpression(source).ast, at);
    const applies = and(
      group === null ? TRUE : rowExists(atoms, group, path),
      rule.when === null ? TRUE : formulaOf(rule.when),
    );
    return { path, applies, fires: and(applies, not(formulaOf(rule.check))) };
  });
  return { compiled, rows };
}

/** The rows of another rule that lie in the same rows as far as both repeat alike. */
export function rowsTogether(
  atoms: CaseAtoms,
  { compiled }: RuleFormulas,
  { path }: RuleInRow,
  other: RuleFormulas,
) {
  const groups = groupsOf(atoms, compiled.group);
  const others = groupsOf(atoms, other.compiled.group);
  const shared = groups.findIndex((name, depth) => others[depth] !== name);
  const depth = shared === -1 ? groups.length : shared;
  return other.rows.filter((row) =>
    path.slice(0, depth).every((number, index) => row.path[index] === number),
  );
}

const groupsOf = ({ world }: CaseAtoms, group: string | null): readonly string[] =>
  group === null ? [] : catalogueGroup(world.catalogue, group).groups;
