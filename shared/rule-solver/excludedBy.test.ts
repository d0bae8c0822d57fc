import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { compileRules } from '../expressions/compileRule.ts';
import { readRules } from '../expressions/readRules.ts';
import { createCaseAtoms } from './caseAtoms.ts';
import { conditionExamples } from './conditionExamples.ts';
import { excludedBy } from './excludedBy.ts';
import { hasFinding } from './smallestExample.ts';

const catalogue = compileCatalogue(realSources);
const rules = compileRules(catalogue, readRules(realSources));
const world = { catalogue, rules, codeLists: codeListsOf(realSources) };

describe('excludedBy', () => {
  const postMarket = { receiver: 'FDA', profile: 'postMarket' };

  it('names the few rules that forbid values together', () => {
    // a spontaneous report has no type of study (FDA R0103)
    const values = { 'C.1.3': '1', 'C.5.4': '2' };
    expect(excludedBy(world, { ...postMarket, values })).toEqual({ excludedBy: ['R0103'] });
  });

  it('shows a case that has the values and breaks no rule', () => {
    const values = { 'C.1.3': '2', 'C.5.4': '2' };
    const found = excludedBy(world, { ...postMarket, values });
    expect(found.excludedBy).toBeNull();
    expect(found).toMatchObject({ example: values });
  });

  it('needs no rule where values exclude each other', () => {
    const values = { 'C.5.4': '9' };
    expect(excludedBy(world, { ...postMarket, values })).toEqual({ excludedBy: [] });
  });

  it('refuses what it does not know', () => {
    expect(() => excludedBy(world, { receiver: 'Nobody', values: {} })).toThrow(
      'there is no receiver Nobody',
    );
    expect(() => excludedBy(world, { receiver: 'FDA', values: { 'Z.1': 'x' } })).toThrow(
      'there is no item Z.1',
    );
  });
});

describe('conditionExamples', () => {
  const atoms = createCaseAtoms({
    catalogue,
    seen: forAppendix(catalogue, 'KR'),
    codeLists: world.codeLists,
  });
  const examples = rules.rules
    .filter(({ rule }) => rule.authority === 'MFDS')
    .map((compiled) => ({ compiled, conditions: conditionExamples(catalogue, atoms, compiled) }));
  const all = examples.flatMap(({ conditions }) => conditions);

  it('shows nearly every condition deciding alone, both ways', () => {
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter(({ fail, pass }) => fail && pass).length / all.length).toBeGreaterThan(0.85);
  });

  it('differ in what the rule finds', () => {
    for (const { compiled, conditions } of examples)
      for (const { condition, fail, pass } of conditions) {
        if (fail)
          expect(hasFinding(catalogue, compiled, fail), `${compiled.rule.id} ${condition}`).toBe(true);
        if (pass)
          expect(hasFinding(catalogue, compiled, pass), `${compiled.rule.id} ${condition}`).toBe(false);
      }
  });
});
