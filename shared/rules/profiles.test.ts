import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { caseScope } from '../expressions/scope.ts';
import { profileOfCase } from './receivers.ts';
import { compileRules, readRules, ruleFindings } from './ruleFindings.ts';

const catalogue = compileCatalogue(sources);
const compiled = compileRules(catalogue, readRules(sources));

it.each([
  [{ 'N.2.r.3': 'CDER' }, 'postMarket'],
  [{ 'N.1.4': 'ZZFDA', 'FDA.C.5.5a': '123456' }, 'postMarket'],
  [{ 'N.1.4': 'ZZFDA_PREMKT', 'FDA.C.1.7.1': '1' }, 'preMarket'],
  [{ 'N.2.r.3': 'CDER_IND_EXEMPT_BA_BE' }, 'preMarket'],
  [{ 'N.1.4': 'CBERVAERS' }, 'vaers'],
  [{ 'N.2.r.3': 'CBER_VAERS' }, 'vaers'],
  [{ 'FDA.C.1.7.1': '1' }, 'postMarket'],
  [{ 'FDA.C.1.7.1': '1', 'FDA.C.5.5a': '123456' }, 'preMarket'],
  [{ 'FDA.C.5.5b': '234567' }, 'preMarket'],
  [{ 'C.1.3': '1' }, undefined],
  [{ 'N.1.4': 'MFDS', 'FDA.C.1.7.1': '1' }, undefined],
] as [RuleExample, string | undefined][])('a case with %j is for FDA one of %s', (example, profile) => {
  const whole = caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, example)));
  expect(profileOfCase(compiled, whole, 'FDA')).toBe(profile);
});

it('IND and BA/BE reports are distinguished by the number if the envelope is empty', () => {
  const found = (example: RuleExample) =>
    ruleFindings(catalogue, compiled, exampleContent(catalogue, example), {
      receiver: 'FDA',
      profile: 'preMarket',
    }).map(({ ruleId }) => ruleId);

  expect(found({ 'C.1.3': '2' })).toContain('R0024');
  expect(found({ 'C.1.3': '2', 'FDA.C.5.5b': '234567' })).not.toContain('R0024');
  expect(found({ 'C.1.3': '1', 'FDA.C.5.5b': '234567' })).toContain('R0111');
  expect(found({ 'C.1.3': '1', 'FDA.C.5.5a': '123456' })).not.toContain('R0111');
});
