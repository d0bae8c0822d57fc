import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { compileE2b, structureOf } from '../e2b/index.ts';
import { compileRules } from '../expressions/compileRule.ts';
import { readRules } from '../expressions/readRules.ts';
import type { Rule, RuleSet } from '../expressions/rules.types.ts';
import { chanceFrom } from '../generate/chance.ts';
import { createCheckWorld } from '../rules/caseFindings.ts';
import type { Claim, SolvedRule } from './claims.types.ts';
import { refutedClaims } from './refutedClaims.ts';
import { hasFinding } from './smallestExample.ts';
import { claimsFor, solveRules, type SolverWorld } from './solveRules.ts';

const catalogue = compileCatalogue(realSources);
const codeLists = codeListsOf(realSources);
const ruleSet = readRules(realSources);
const checks = createCheckWorld(catalogue, compileRules(catalogue, ruleSet), codeLists);
const solved = solveRules(checks, 'FDA');
const ruleOf = (ruleId: string) => {
  const found = checks.rules.rules.find(({ rule }) => rule.id === ruleId);
  if (!found) throw new Error(`there is no rule ${ruleId}`);
  return found;
};

const withRules = (rules: Rule[]): SolverWorld => {
  const more: RuleSet = { ...ruleSet, rules: [...ruleSet.rules, ...rules] };
  return { catalogue, codeLists, rules: compileRules(catalogue, more) };
};
const claimsOf = (rules: readonly SolvedRule[], ruleId: string): string[] =>
  rules.find((one) => one.ruleId === ruleId)?.claims.map(({ kind, others }) => [kind, ...others].join(' ')) ??
  [];

/** Rules of the standard, which run for every receiver; each is spoilt in three ways. */
const chance = chanceFrom(11);
const sound = ruleSet.rules.filter(
  ({ id, authority }) => authority === 'ICH' && claimsOf(solved, id).length === 0,
);
const victims = chance.pickSome(
  sound.filter(({ id }) => solved.some(({ ruleId, example }) => ruleId === id && example)),
  20,
);

const when = (rule: Rule, more: string): string =>
  [rule.when ?? 'true', more].map((part) => `(${part})`).join(' && ');
const planted = victims.flatMap((rule): Rule[] => [
  { ...rule, id: `dead ${rule.id}`, when: when(rule, rule.check) },
  { ...rule, id: `narrow ${rule.id}`, when: when(rule, 'present("C.1.1")') },
  { ...rule, id: `opposite ${rule.id}`, check: `!(${rule.check})` },
]);

describe('planted faults', () => {
  const found = solveRules(withRules(planted), 'ICH');

  it.each(victims.map(({ id }) => id))('of %s are found', (id) => {
    expect(claimsOf(found, `dead ${id}`)).toEqual(['neverFires']);
    expect(claimsOf(found, `narrow ${id}`)).toContain(`firesWith ${id}`);
    expect(claimsOf(found, `opposite ${id}`)).toContain(`contradicts ${id}`);
  });

  it('are shown with a case in which both rules apply, and one has a finding', () => {
    const shown = found.flatMap(({ ruleId, claims }) =>
      claims.flatMap(({ kind, others, example }) =>
        kind === 'contradicts' && ruleId.startsWith('opposite ') && example
          ? [{ ruleId, others, example }]
          : [],
      ),
    );
    expect(shown.length).toBeGreaterThanOrEqual(victims.length * 0.9);
  });
});

it('has a smallest case for nearly every rule, in which the rule has a finding', () => {
  const shown = solved.filter(({ example }) => example !== null);
  for (const { ruleId, example } of shown)
    expect(hasFinding(catalogue, ruleOf(ruleId), example ?? {})).toBe(true);
  expect(shown.length / solved.length).toBeGreaterThan(0.95);
  expect(shown.find(({ ruleId }) => ruleId === 'ICH.C.1.6.1.r.1-2')?.example).toEqual({
    'C.1.6.1.r.2|1': expect.objectContaining({ fileName: expect.any(String) }),
  });
});

it('knows what a check of codes adds to the list of the item: nothing', () => {
  const { rule } = ruleOf('ICH.C.5.4-1');
  const again: Rule = { ...rule, id: 'again', check: 'value("C.5.4") in ["", "1", "2", "3"]' };
  const world = withRules([again]);
  expect(claimsOf(solveRules(world, 'ICH'), 'again')).toEqual(['neverFires']);
  expect(claimsOf(solveRules({ ...world, codeLists: {} }, 'ICH'), 'again')).toEqual([]);
});

it('finds a rule that two others forbid together', () => {
  const { rule } = ruleOf('ICH.C.5.4-1');
  const of = (id: string, when: string, check: string): Rule => ({ ...rule, id, when, check, scope: 'case' });
  const three = [
    of('not a and b', 'true', '!(value("C.5.4") == "1" && value("C.1.3") == "2")'),
    of('a', 'true', 'value("C.5.4") == "1"'),
    of('b', 'value("C.1.3") == "2"', 'present("C.5.4")'),
  ];
  const found = solveRules(withRules(three), 'ICH');
  expect(claimsOf(found, 'b')).toContain('neverMet not a and b a');
});

describe('generated cases', () => {
  const world = { checks, ruleSet, map: compileE2b(catalogue, structureOf(realSources)) };

  it('refute no claim about the rules of a receiver, nor about planted ones', () => {
    const { rules } = checks;
    const { claims } = claimsFor(checks, 'FDA');
    expect(refutedClaims(world, { rules, receiver: 'FDA', claims }, 200)).toEqual([]);
    const solver = withRules(planted);
    const { claims: ofPlanted } = claimsFor(solver, 'ICH');
    expect(ofPlanted.length).toBeGreaterThanOrEqual(planted.length);
    expect(refutedClaims(world, { rules: solver.rules, receiver: 'ICH', claims: ofPlanted }, 200)).toEqual(
      [],
    );
  });

  it('refute claims that are false', () => {
    const wrong: Claim[] = [
      { kind: 'neverFires', rule: 'ICH.C.5.4-1', others: [] },
      { kind: 'neverApplies', rule: 'ICH.C.5.4-1', others: [] },
      { kind: 'alwaysFires', rule: 'ICH.C.5.4-1', others: [] },
      { kind: 'firesWith', rule: 'ICH.C.5.4-1', others: ['ICH.E.i.3.2a'] },
      { kind: 'neverMet', rule: 'ICH.C.5.4-1', others: ['ICH.E.i.3.2a'] },
      { kind: 'contradicts', rule: 'ICH.E.i.3.1-1', others: ['ICH.E.i.3.2a'] },
    ];
    const claimed = { rules: checks.rules, receiver: 'ICH', claims: wrong };
    const kinds = refutedClaims(world, claimed, 200).map(({ claim }) => claim.kind);
    expect(kinds.toSorted()).toEqual(wrong.map(({ kind }) => kind).toSorted());
  });
});

it('finds what needs several rows', () => {
  const rule = ruleOf('ICH.C.1.1').rule;
  const of = (id: string, check: string): Rule => ({
    ...rule,
    id,
    items: ['G.k.1'],
    scope: 'case',
    when: null,
    check,
  });
  const is = (code: string): string => `anyRow("G.k", value("G.k.1") == "${code}")`;
  const three = `!(${is('1')} && ${is('2')} && ${is('3')})`;
  const found = solveRules(
    withRules([of('three rows', three), of('no row', `!(${is('1')} && rows("G.k") == 0)`)]),
    'ICH',
  );
  // no case of two rows has three different ones
  expect(claimsOf(found, 'three rows')).toEqual([]);
  expect(claimsOf(found, 'no row')).toEqual(['neverFires']);
});

it('refuses an unknown receiver', () => {
  expect(() => solveRules(checks, 'Nobody')).toThrow('there is no receiver Nobody');
});
