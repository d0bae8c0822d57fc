/** Decides what rules do to each other for one receiver. */
import type { CompiledRule } from '../expressions/compileRule.ts';
import { createCaseAtoms, type CaseAtoms, type ItemWorld } from './caseAtoms.ts';
import type { Claim, ClaimKind } from './claims.types.ts';
import { and, FALSE, not, or, type Formula } from './formula.ts';
import { ruleFormulas, rowsTogether, type RuleFormulas, type RuleInRow } from './ruleFormulas.ts';
import { solveFormulas } from './solveFormulas.ts';

/** Rows that every claim is proved again with: as many as two rules could tell apart. */
const MANY_ROWS = 4;

/** A formula that holds in the cases that would refute a claim. */
type Refutation = (atoms: CaseAtoms, of: readonly RuleFormulas[]) => Formula;

/**
 * Claims about the rules, and about pairs of them that read a common item. `runTogether`: whether there are cases for which
 * both run.
 */
export function ruleClaims(
  world: ItemWorld,
  rules: readonly CompiledRule[],
  runTogether: (one: CompiledRule, other: CompiledRule) => boolean,
): Claim[] {
  const few = createCaseAtoms(world);
  const many = createCaseAtoms(world, MANY_ROWS);
  const formulas = rules.map((rule) => ruleFormulas(few, rule));
  const isPossible = (refutation: Refutation, of: readonly RuleFormulas[]): boolean =>
    solveFormulas(few, [refutation(few, of)]) !== null;
  const isCertain = (refutation: Refutation, of: readonly RuleFormulas[]): boolean =>
    !isPossible(refutation, of) &&
    solveFormulas(many, [
      refutation(
        many,
        of.map(({ compiled }) => ruleFormulas(many, compiled)),
      ),
    ]) === null;

  const kindOf = (one: RuleFormulas): ClaimKind | null => {
    if (isCertain(firesAnywhere, [one]))
      return isCertain(appliesAnywhere, [one]) ? 'neverApplies' : 'neverFires';
    return !isRefusal(one) && isCertain(holdsWhereItApplies, [one]) ? 'alwaysFires' : null;
  };
  const claimsOfPair = (one: RuleFormulas, other: RuleFormulas): Claim[] => {
    const together = [
      ...(isCertain(firesAlone, [one, other]) ? [claim('firesWith', one, other)] : []),
      ...(isCertain(firesAlone, [other, one]) ? [claim('firesWith', other, one)] : []),
    ];
    if (together.length > 0) return together;
    const isContradiction =
      isPossible(firstHolds, [one, other]) &&
      isPossible(firstHolds, [other, one]) &&
      isCertain(bothHold, [one, other]);
    return isContradiction ? [claim('contradicts', one, other)] : [];
  };

  const kinds = formulas.map(kindOf);
  const single = formulas.map((one, at) => (kinds[at] ? claim(kinds[at], one) : null));
  const others = formulas.filter((_, at) => kinds[at] === null);
  const pairs = others.flatMap((one, at) =>
    others
      .slice(at + 1)
      .filter((other) => readCommonItem(one, other) && runTogether(one.compiled, other.compiled))
      .flatMap((other) => claimsOfPair(one, other)),
  );
  return [...single.filter((found) => found !== null), ...pairs];
}

const claim = (kind: ClaimKind, { compiled }: RuleFormulas, other?: RuleFormulas): Claim => ({
  kind,
  rule: compiled.rule.id,
  other: other?.compiled.rule.id ?? null,
});

/** A check that is literally false: the rule is meant to have a finding wherever it applies. */
const isRefusal = ({ compiled }: RuleFormulas): boolean => compiled.rule.check.trim() === 'false';

const readCommonItem = ({ compiled: one }: RuleFormulas, { compiled: other }: RuleFormulas): boolean =>
  one.dependencies.some((itemId) => other.dependencies.includes(itemId));

const firesAnywhere: Refutation = (_, of) => or(...of.flatMap(({ rows }) => rows.map(({ fires }) => fires)));

const appliesAnywhere: Refutation = (_, of) =>
  or(...of.flatMap(({ rows }) => rows.map(({ applies }) => applies)));

const holdsWhereItApplies: Refutation = (_, of) =>
  or(...of.flatMap(({ rows }) => rows.map(({ applies, fires }) => and(applies, not(fires)))));

/** The first has a finding, and the second has none in the same rows. */
const firesAlone: Refutation = (atoms, [one, other]) =>
  one && other
    ? or(
        ...one.rows.map((row) =>
          and(row.fires, ...rowsTogether(atoms, one, row, other).map(({ fires }) => not(fires))),
        ),
      )
    : FALSE;

/** Both apply in the same rows, and the first has no finding there. */
const firstHolds: Refutation = (atoms, of) =>
  together(atoms, of, (row, there) => and(row.applies, there.applies, not(row.fires)));

/** Both apply in the same rows, and neither has a finding there. */
const bothHold: Refutation = (atoms, of) =>
  together(atoms, of, (row, there) => and(row.applies, there.applies, not(row.fires), not(there.fires)));

const together = (
  atoms: CaseAtoms,
  [one, other]: readonly RuleFormulas[],
  formulaOf: (row: RuleInRow, there: RuleInRow) => Formula,
): Formula =>
  one && other
    ? or(
        ...one.rows.flatMap((row) =>
          rowsTogether(atoms, one, row, other).map((there) => formulaOf(row, there)),
        ),
      )
    : FALSE;
