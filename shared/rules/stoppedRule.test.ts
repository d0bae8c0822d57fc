import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import { compileRules, readRules, ruleFindings } from './ruleFindings.ts';

const catalogue = compileCatalogue(sources);
const ruleSet = readRules(sources);
const [anyRule] = ruleSet.rules;
if (!anyRule) throw new Error('there are no rules');

const list = `[${Array.from({ length: 200 }, (_, at) => at).join(',')}]`;
const endless = {
  ...anyRule,
  id: 'TEST-1',
  authority: 'ICH' as const,
  profiles: [],
  items: ['H.1'],
  scope: null,
  when: null,
  check: `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`,
  replaces: [],
};

it('a rule that takes too many steps is a finding that names it, and the other rules are checked', () => {
  const content = exampleContent(catalogue, { 'H.1': 'text', 'D.2.2a': '45' });
  const find = (rules: typeof ruleSet.rules) =>
    ruleFindings(catalogue, compileRules(catalogue, { ...ruleSet, rules }), content, { receiver: 'ICH' });

  const before = find(ruleSet.rules);
  const found = find([...ruleSet.rules, endless]);

  const [stopped, ...more] = found.filter(({ ruleId }) => ruleId === 'TEST-1');
  expect(stopped).toMatchObject({ itemId: 'H.1', severity: anyRule.severity });
  expect(stopped?.message.en).toContain('TEST-1 was not checked');
  expect(stopped?.message.ko).toContain('TEST-1');
  expect(more).toEqual([]);
  expect(found).toHaveLength(before.length + 1);
});
