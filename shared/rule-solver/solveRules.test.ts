import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { compileE2b, structureOf } from '../e2b/index.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileRules } from '../expressions/compileRule.ts';
import { readRules } from '../expressions/readRules.ts';
import type { Rule, RuleSet } from '../expressions/rules.types.ts';
import { caseScope, scopesOf } from '../expressions/scope.ts';
import { chanceFrom } from '../generate/chance.ts';
import { createGenerator } from '../generate/createGenerator.ts';
import { createCheckWorld } from '../rules/caseFindings.ts';
import type { SolvedRule } from './claims.types.ts';
import { hasFinding } from './smallestExample.ts';
import { solveRules, type SolverWorld } from './solveRules.ts';

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
  rules
    .find((one) => one.ruleId === ruleId)
    ?.claims.map(({ kind, other }) => [kind, other ?? ''].join(' ').trim()) ?? [];

/** Rules of the standard, which run for every receiver; each is spoilt in three ways. */
const chance = chanceFrom(11);
const sound = ruleSet.rules.filter(
  ({ id, authority }) => authority === 'ICH' && claimsOf(solved, id).length === 0,
);
const victims = chance.pickSome(
  sound.filter(({ id }) => solved.some(({ ruleId, example }) => ruleId === id && example)),
  20,
);

describe('planted faults', () => {
  const when = (rule: Rule, more: string): string =>
    [rule.when ?? 'true', more].map((part) => `(${part})`).join(' && ');
  const planted = victims.flatMap((rule): Rule[] => [
    { ...rule, id: `dead ${rule.id}`, when: when(rule, rule.check) },
    { ...rule, id: `narrow ${rule.id}`, when: when(rule, 'present("C.1.1")') },
    { ...rule, id: `opposite ${rule.id}`, check: `!(${rule.check})` },
  ]);
  const found = solveRules(withRules(planted), 'ICH');

  it.each(victims.map(({ id }) => id))('of %s are found', (id) => {
    expect(claimsOf(found, `dead ${id}`)).toEqual(['neverFires']);
    expect(claimsOf(found, `narrow ${id}`)).toContain(`firesWith ${id}`);
    expect(claimsOf(found, `opposite ${id}`)).toContain(`contradicts ${id}`);
  });

  it('are shown with a case in which both rules apply, and one has a finding', () => {
    const shown = found.flatMap(({ ruleId, claims }) =>
      claims.flatMap(({ kind, other, example }) =>
        kind === 'contradicts' && ruleId.startsWith('opposite ') && example
          ? [{ ruleId, other, example }]
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
  expect(claimsOf(solved, 'R0104')).toEqual(['neverFires']);
  const open = solveRules({ ...checks, codeLists: {} }, 'FDA');
  expect(claimsOf(open, 'R0104')).toEqual([]);
});

it('makes no claim that a generated case refutes', () => {
  const generate = createGenerator({ checks, ruleSet, map: compileE2b(catalogue, structureOf(realSources)) });
  const claims = solved.flatMap(({ ruleId, claims: some }) => some.map((claim) => ({ ruleId, ...claim })));
  expect(claims.length).toBeGreaterThan(10);
  for (let seed = 1; seed <= 40; seed += 1) {
    const { content, profile } = generate({ seed, receiver: 'FDA' });
    const whole = caseScope(catalogue, caseReader(catalogue, content));
    const fires = (ruleId: string): boolean => {
      const { rule, group, run } = ruleOf(ruleId);
      const isRunning = rule.profiles.length === 0 || rule.profiles.includes(profile ?? '');
      return isRunning && scopesOf(whole, group).some((scope) => !run(scope));
    };
    for (const { ruleId, kind, other } of claims) {
      if (kind === 'neverFires' || kind === 'neverApplies') expect(fires(ruleId), ruleId).toBe(false);
      if (kind === 'firesWith' && fires(ruleId) && runsWith(ruleId, other, profile))
        expect(fires(other ?? ''), `${ruleId} with ${other}`).toBe(true);
    }
  }

  function runsWith(ruleId: string, other: string | null, profile: string | undefined): boolean {
    return [ruleId, other ?? ''].every((id) => {
      const { profiles } = ruleOf(id).rule;
      return profiles.length === 0 || profiles.includes(profile ?? '');
    });
  }
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
