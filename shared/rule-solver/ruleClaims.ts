/** Decides what rules do to each other for one receiver. */
import type { CompiledRule } from '../expressions/compileRule.ts';
import { createCaseAtoms, type CaseAtoms, type ItemWorld } from './caseAtoms.ts';
import type { Claim, ClaimKind } from './claims.types.ts';
import { forbiddenBy, holdsEverywhere } from './forbiddenBy.ts';
import { and, FALSE, not, or, type Clauses, type Formula } from './formula.ts';
import { ruleFormulas, rowsTogether, type RuleFormulas, type RuleInRow } from './ruleFormulas.ts';
import { groundOf, solveFormulas } from './solveFormulas.ts';

/** Rows that every claim is proved again with: as many as two rules could tell apart. */
const MANY_ROWS = 4;

/** A formula that holds in the cases that would refute a claim. */
type Refutation = (atoms: CaseAtoms, of: readonly RuleFormulas[]) => Formula;

/** A rule as it runs for each profile: null where it does not, or where it is replaced. */
type Forms = readonly (RuleFormulas | null)[];

/** A rule and another one where both run. */
type Pair = readonly [RuleFormulas, RuleFormulas];

/**
 * Claims about the rules that run for each profile, and about pairs of them that read a common item. A claim holds in all
 * profiles in which its rule runs; *contradicts* where both run.
 */
export function ruleClaims(world: ItemWorld, running: readonly (readonly CompiledRule[])[]): Claim[] {
  const few = createCaseAtoms(world);
  const many = createCaseAtoms(world, MANY_ROWS);
  const ground = groundOfLast(few);
  const isPossible = (refutation: Refutation, of: readonly RuleFormulas[]): boolean =>
    solveFormulas(few, [refutation(few, of)], ground(of)) !== null;
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
  const kindOfAll = (forms: Forms): ClaimKind | null => {
    const [kind = null, ...others] = new Set(differentForms(forms).map(kindOf));
    return others.length === 0 ? kind : null;
  };
  const firesOnlyWith = (one: Forms, other: Forms, pairs: readonly Pair[]): boolean =>
    one.every((form, at) => form === null || other[at]) &&
    pairs.every(([a, b]) => isCertain(firesAlone, [a, b]));
  // what decides most pairs first
  const contradict = ([one, other]: Pair): boolean =>
    isCertain(bothHold, [one, other]) &&
    isPossible(firstHolds, [one, other]) &&
    isPossible(firstHolds, [other, one]);
  const claimsOfPair = (id: string, one: Forms, otherId: string, other: Forms): Claim[] => {
    const pairs = pairsOf(one, other);
    if (pairs.length === 0) return [];
    const together = [
      ...(firesOnlyWith(one, other, pairs) ? [claim('firesWith', id, otherId)] : []),
      ...(firesOnlyWith(other, one, pairs.map(turned)) ? [claim('firesWith', otherId, id)] : []),
    ];
    if (together.length > 0) return together;
    return pairs.every(contradict) ? [claim('contradicts', id, otherId)] : [];
  };

  const all = formsOf(few, running);
  const kinds = new Map([...all].map(([id, forms]) => [id, kindOfAll(forms)]));
  const single = [...kinds].flatMap(([id, kind]) => (kind ? [claim(kind, id)] : []));
  const others = [...all].filter(([id]) => kinds.get(id) === null);
  const errorsAt = running.map((some) => some.filter(({ rule }) => rule.severity === 'error'));
  const neverMet = others.flatMap(([id, forms]): Claim[] => {
    const because = new Set<string>();
    const questions: { form: RuleFormulas; near: readonly CompiledRule[] }[] = [];
    for (const [at, form] of forms.entries()) {
      if (form === null) continue;
      const near = nearErrors(form, errorsAt[at] ?? []);
      // profiles often have the same rules there
      if (questions.some((one) => one.form === form && isSameList(one.near, near))) continue;
      questions.push({ form, near });
      const some = isRefusal(form) ? null : forbidding(few, form, near);
      if (some === null || !forbidding(many, ruleFormulasIn(many, form), some)) return [];
      for (const { rule } of some) because.add(rule.id);
    }
    return [claim('neverMet', id, ...because)];
  });
  const pairs = others.flatMap(([id, forms], at) =>
    others.slice(at + 1).flatMap(([otherId, other]) => claimsOfPair(id, forms, otherId, other)),
  );
  const isPair = ({ rule, others: [other, ...more] }: Claim): boolean =>
    more.length === 0 &&
    pairs.some(
      ({ kind, rule: one, others: [two] }) =>
        kind === 'contradicts' && ((one === rule && two === other) || (one === other && two === rule)),
    );
  return [...single, ...pairs, ...neverMet.filter((one) => !isPair(one))];
}

/** The ground of rules, made once where several questions in a row are about the same ones. */
function groundOfLast(atoms: CaseAtoms): (of: readonly RuleFormulas[]) => Clauses {
  let last: { of: readonly RuleFormulas[]; ground: Clauses } | null = null;
  return (of) => {
    if (last?.of.length !== of.length || !last.of.every((one) => of.includes(one))) {
      const formulas = of.flatMap(({ rows }) => rows.flatMap(({ applies, fires }) => [applies, fires]));
      last = { of, ground: groundOf(atoms, formulas) };
    }
    return last.ground;
  };
}

const claim = (kind: ClaimKind, rule: string, ...others: readonly string[]): Claim => ({
  kind,
  rule,
  others,
});

function formsOf(
  atoms: CaseAtoms,
  running: readonly (readonly CompiledRule[])[],
): ReadonlyMap<string, Forms> {
  const formulas = new Map(
    [...new Set(running.flat())].map((compiled) => [compiled, ruleFormulas(atoms, compiled)]),
  );
  const ids = new Set(running.flat().map(({ rule }) => rule.id));
  const byId = running.map((some) => new Map(some.map((compiled) => [compiled.rule.id, compiled])));
  return new Map(
    [...ids].map((id) => [
      id,
      byId.map((some) => {
        const compiled = some.get(id);
        return (compiled && formulas.get(compiled)) ?? null;
      }),
    ]),
  );
}

const differentForms = (forms: Forms): RuleFormulas[] => [...new Set(forms.filter((form) => form !== null))];

/** The different pairs that run together and read a common item. */
function pairsOf(one: Forms, other: Forms): Pair[] {
  const found = new Map<RuleFormulas, Set<RuleFormulas>>();
  for (const [at, form] of one.entries()) {
    const there = other[at];
    if (form && there && readCommonItem(form, there))
      found.set(form, (found.get(form) ?? new Set()).add(there));
  }
  return [...found].flatMap(([form, some]) => [...some].map((there): Pair => [form, there]));
}

const turned = ([one, other]: Pair): Pair => [other, one];

/** A check that is literally false: the rule is meant to have a finding wherever it applies. */
const isRefusal = ({ compiled }: RuleFormulas): boolean => compiled.rule.check.trim() === 'false';

const ruleFormulasIn = (atoms: CaseAtoms, { compiled }: RuleFormulas): RuleFormulas =>
  ruleFormulas(atoms, compiled);

const isSameList = <One>(a: readonly One[], b: readonly One[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** Those that read an item that the rule reads. */
const nearErrors = ({ compiled }: RuleFormulas, errors: readonly CompiledRule[]): CompiledRule[] =>
  errors.filter(
    (other) =>
      other !== compiled && other.dependencies.some((itemId) => compiled.dependencies.includes(itemId)),
  );

/** Those of the errors that forbid a case to which the rule applies and in which it has no finding. */
const forbidding = (
  atoms: CaseAtoms,
  { rows }: RuleFormulas,
  errors: readonly CompiledRule[],
): readonly CompiledRule[] | null =>
  forbiddenBy(
    atoms,
    [or(...rows.map(({ applies }) => applies)), not(or(...rows.map(({ fires }) => fires)))],
    errors,
    (rule) => holdsEverywhere(atoms, rule),
  );

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
