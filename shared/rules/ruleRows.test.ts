import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { Rule, RuleExample } from '../expressions/rules.types.ts';
import { compileRules, readRules, ruleFindings } from './ruleFindings.ts';

const catalogue = compileCatalogue(sources);
const compiled = compileRules(catalogue, readRules(sources));

/** The outermost group of an example's key. */
const outermost = (key: string): string | undefined => catalogue.items[key.split('|')[0] ?? '']?.groups[0];

const partOf = (example: RuleExample, holds: (key: string) => boolean): RuleExample =>
  Object.fromEntries(Object.entries(example).filter(([key]) => holds(key)));

/** The same rows shifted by one: row 1 of the outermost group becomes row 2. */
const moved = (example: RuleExample): RuleExample =>
  Object.fromEntries(
    Object.entries(example).map(([key, value]) => {
      const [itemId = '', first = '1', ...rest] = key.split('|');
      return [[itemId, Number(first) + 1, ...rest].join('|'), value];
    }),
  );

/** Rules evaluated per row whose examples differ only in the rows. */
const inRows = compiled.rules.flatMap(({ rule, group }) => {
  const outer = catalogue.groups[group ?? '']?.groups[0];
  const inside = (key: string) => outermost(key) === outer;
  const { pass, fail } = rule.examples;
  const around = (example: RuleExample) => partOf(example, (key) => !inside(key));
  if (outer === undefined || JSON.stringify(around(pass)) !== JSON.stringify(around(fail))) return [];
  return [{ rule, around: around(fail), good: partOf(pass, inside), bad: partOf(fail, inside) }];
});

const rowsFound = (rule: Rule, example: RuleExample) =>
  ruleFindings(catalogue, compiled, exampleContent(catalogue, example), {
    receiver: rule.authority,
    ...(rule.profiles[0] && { profile: rule.profiles[0] }),
  }).flatMap(({ ruleId, rowNo }) => (ruleId === rule.id ? [rowNo] : []));

describe.each(inRows.map((one) => [one.rule.id, one] as const))(
  'rule %s',
  (_id, { rule, around, good, bad }) => {
    it('reports a failing row after a passing one', () => {
      expect(rowsFound(rule, { ...around, ...good, ...moved(bad) })).toEqual([2]);
    });

    it('reports a failing row before a passing one', () => {
      expect(rowsFound(rule, { ...around, ...bad, ...moved(good) })).toEqual([1]);
    });
  },
);

it('covers most of the rules that are evaluated per row', () => {
  const rowRules = compiled.rules.filter(({ group }) => group !== null);

  expect(inRows.length).toBeGreaterThan(rowRules.length * 0.9);
});
