import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import partsSchema from '../../schemas/meta/parts.schema.json' with { type: 'json' };
import rulesSchema from '../../schemas/meta/rules.schema.json' with { type: 'json' };
import { caseReader } from '../expressions/caseReader.ts';
import { compileRule } from '../expressions/compileRule.ts';
import { caseScope, scopesOf } from '../expressions/scope.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { Rule, RuleExample } from '../expressions/rules.types.ts';
import { caseChecker, caseFindings, createCheckWorld } from './caseFindings.ts';
import { compileRules, readRules, ruleFindings } from './ruleFindings.ts';
import type { RuleOptions } from './ruleFindings.ts';

const catalogue = compileCatalogue(sources);
const { rules } = readRules(sources);
const compiled = compileRules(catalogue, readRules(sources));

const find = (example: RuleExample, options: RuleOptions) =>
  ruleFindings(catalogue, compiled, exampleContent(catalogue, example), options);
const receiverOf = ({ authority, profiles: [profile], laterReportsOnly }: Rule): RuleOptions => ({
  receiver: authority,
  hasEarlier: laterReportsOnly,
  ...(profile && { profile }),
});
const ids = (example: RuleExample, options: RuleOptions) =>
  find(example, options).map(({ ruleId }) => ruleId);

describe.each(rules.map((rule) => [rule.id, rule] as const))('rule %s', (id, rule) => {
  it('applies to its passing example and finds nothing', () => {
    const { group, run } = compileRule({ ...rule, when: null, check: rule.when ?? 'true' }, catalogue);
    const whole = caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, rule.examples.pass)));

    expect(scopesOf(whole, group).some(run)).toBe(true);
    expect(ids(rule.examples.pass, receiverOf(rule))).not.toContain(id);
  });

  it('reports its failing example once, at its first item', () => {
    const found = find(rule.examples.fail, receiverOf(rule)).filter(({ ruleId }) => ruleId === id);

    expect(found).toMatchObject([{ itemId: rule.items[0], severity: rule.severity, message: rule.message }]);
  });
});

describe('ruleFindings', () => {
  const fda: RuleOptions = { receiver: 'FDA' };

  it('reports a common rule once, under the id of the authority that also has it', () => {
    const found = ids({ 'D.2.2a': '45' }, fda);

    expect(found).toContain('R0030');
    expect(found).not.toContain('ICH.D.2.2b');
    expect(ids({ 'D.2.2a': '45' }, { receiver: 'PMDA' })).toContain('ICH.D.2.2b');
  });

  it('reports a common rule where the rule that replaces it does not apply, once for all', () => {
    const studyType = { 'C.5.4': '1', 'N.2.r.3': 'CDER_IND_EXEMPT_BA_BE' };
    const spontaneous = { ...studyType, 'C.1.3': '1' };

    expect(ids(spontaneous, fda)).toContain('ICH.C.5.4-2');
    expect(ids({ ...spontaneous, 'N.2.r.3': 'CDER_IND' }, fda)).toContain('R0113');
    expect(ids({ ...spontaneous, 'N.2.r.3': 'CDER_IND' }, fda)).not.toContain('ICH.C.5.4-2');
    const content = exampleContent(catalogue, { ...studyType, 'C.1.3': '3' });
    const found = caseFindings(createCheckWorld(catalogue, compiled, codeListsOf(sources)), content, {
      now: new Date('2025-01-01'),
    }).filter(({ ruleId }) => ruleId === 'ICH.C.5.4-2');
    expect(found).toHaveLength(1);
    expect(found[0]?.receivers).toEqual(expect.arrayContaining(['ICH', 'EMA', 'FDA']));
  });

  it('derives the profile from the envelope if the receiver has none', () => {
    const number = { 'FDA.C.5.5a': '123456' };

    expect(ids({ ...number, 'N.2.r.3': 'CDER' }, fda)).toContain('R0107');
    expect(ids({ ...number, 'N.2.r.3': 'CDER_IND' }, fda)).not.toContain('R0107');
    expect(ids(number, fda)).not.toContain('R0107');
    expect(ids({ ...number, 'N.2.r.3': 'CDER' }, { ...fda, profile: 'preMarket' })).not.toContain('R0107');
  });

  it('runs a rule on later reports where the receiver has accepted an earlier one', () => {
    const pmda: RuleOptions = { receiver: 'PMDA' };
    expect(ids({}, pmda)).not.toContain('PMDA:J2.1b:later');
    expect(ids({}, { ...pmda, hasEarlier: true })).toContain('PMDA:J2.1b:later');
    const check = caseChecker(
      createCheckWorld(catalogue, compiled, codeListsOf(sources)),
      { now: new Date('2025-01-01') },
      ['PMDA'],
    );
    const number = (hasEarlier: boolean) =>
      check(exampleContent(catalogue, {}), hasEarlier).filter(({ ruleId }) => ruleId === 'PMDA:J2.1b:later');
    expect(number(false)).toEqual([]);
    expect(number(true)).toHaveLength(1);
    expect(number(false)).toEqual([]);
  });

  it('runs a rule in each row and addresses the failing rows', () => {
    const found = find(
      { 'G.k.4.r.1a|1|1': '5', 'G.k.4.r.1a|2|1': '5', 'G.k.4.r.1b|2|1': 'mg' },
      { receiver: 'ICH' },
    );

    expect(found.filter(({ ruleId }) => ruleId === 'ICH.G.k.4.r.1b')).toMatchObject([
      { itemId: 'G.k.4.r.1b', rowNo: 1, rowNo2: 1, rowNo3: 0 },
    ]);
  });

  it('skips deleted rows and their descendants', () => {
    const content = exampleContent(catalogue, {
      'G.k.1|1': '1',
      'G.k.4.r.1a|1': '5',
      'G.k.1|2': '2',
    });
    const withDeletedRows = {
      ...content,
      rows: content.rows.map((row) => ({ ...row, deleted: row.group === 'G.k' && row.rowNo === 1 })),
    };
    const idsOf = (case_: typeof content) =>
      ruleFindings(catalogue, compiled, case_, { receiver: 'ICH' }).map(({ ruleId }) => ruleId);

    expect(idsOf(content)).toContain('ICH.G.k.4.r.1b');
    expect(idsOf(content)).not.toContain('ICH.G.k.1');
    expect(idsOf(withDeletedRows)).not.toContain('ICH.G.k.4.r.1b');
    expect(idsOf(withDeletedRows)).toContain('ICH.G.k.1');
  });

  it('sorts findings in form order', () => {
    const sorts = find({ 'H.5.r.1a': 'x', 'D.2.2a': '45', 'C.1.11.1': '1' }, fda).map(
      ({ itemId }) => catalogue.items[itemId]?.sort ?? 0,
    );

    expect(sorts).toEqual(sorts.toSorted((a, b) => a - b));
    expect(sorts.length).toBeGreaterThan(3);
  });
});

describe('the rule files', () => {
  const validate = new Ajv2020({ schemas: [partsSchema] }).compile(rulesSchema);

  it.each(sources.filter(({ file }) => file.startsWith('rules/')).map(({ file, text }) => [file, text]))(
    'match their schema: %s',
    (_file, text) => {
      validate(JSON.parse(text));
      expect(validate.errors).toBeNull();
    },
  );
});

describe('readRules', () => {
  const file = (name: string, rulesFile: object) => ({
    file: `rules/${name}`,
    text: JSON.stringify(rulesFile),
  });
  const rule = { ...rules[0], message: 'gone' };

  it.each([
    [
      'a text that is no JSON',
      { file: 'rules/X.rules.json', text: '{' },
      'rules/X.rules.json is not valid JSON',
    ],
    [
      'a message that is not there',
      file('X.rules.json', { authority: 'X', rules: [rule] }),
      'has no message gone',
    ],
    [
      'a rule that is not there',
      file('X.rules.json', { authority: 'X', rules: [], same: { X1: 'Y' } }),
      'same as Y',
    ],
    ['one id twice', file('X.rules.json', { authority: 'X', rules: [rules[0], rules[0]] }), 'stands twice'],
  ])('refuses %s', (_what, source, message) => {
    expect(() => readRules([source])).toThrow(message);
  });

  it('ignores other sources', () => {
    expect(readRules(sources.filter(({ file: name }) => !/^(rules|appendices)\//.test(name)))).toEqual({
      rules: [],
      profiles: [],
    });
  });
});
