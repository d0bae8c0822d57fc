import { expect, it } from 'vitest';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import { compileRules, readRules, ruleFindings } from '../rules/ruleFindings.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import type { CompiledRule } from '../expressions/compileRule.ts';
import { sameQuestion } from '../rules/ruleChecks.ts';
import { receiversOf } from '../rules/receivers.ts';
import { createCaseAtoms } from './caseAtoms.ts';
import { conditionExamples } from './conditionExamples.ts';

const catalogue = compileCatalogue(realSources);
const codeLists = codeListsOf(realSources);
const rules = compileRules(catalogue, readRules(realSources));
const atomsOf = new Map(
  receiversOf(catalogue).map(({ receiver, appendix }) => [
    receiver,
    createCaseAtoms({ catalogue, seen: forAppendix(catalogue, appendix), codeLists }),
  ]),
);

/** The rules that run for their own authority find it. */
const isFound = ({ rule }: CompiledRule, example: RuleExample): boolean =>
  ruleFindings(catalogue, rules, exampleContent(catalogue, example), {
    receiver: rule.authority,
    profile: rule.profiles[0],
    hasEarlier: rule.laterReportsOnly,
  }).some(({ ruleId }) => ruleId === rule.id);

it('shows what each condition of each rule decides, and the rules agree', () => {
  const wrong: unknown[] = [];
  let [conditions, both] = [0, 0];
  // rules that say the same of the same rows are solved once
  const different = new Map(rules.rules.map((compiled) => [sameQuestion(compiled), compiled])).values();
  for (const compiled of different) {
    const atoms = atomsOf.get(compiled.rule.authority);
    if (!atoms) throw new Error(`no receiver ${compiled.rule.authority}`);
    for (const { condition, fail, pass } of conditionExamples(catalogue, atoms, compiled)) {
      conditions += 1;
      if (fail && pass) both += 1;
      if (fail && !isFound(compiled, fail)) wrong.push([compiled.rule.id, condition, 'fail', fail]);
      if (pass && isFound(compiled, pass)) wrong.push([compiled.rule.id, condition, 'pass', pass]);
    }
  }
  expect(wrong).toEqual([]);
  expect(both / conditions).toBeGreaterThan(0.9);
});
