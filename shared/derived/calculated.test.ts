import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { spanText } from '../dates/span.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { caseScope, rowScope } from '../expressions/scope.ts';
import { agrees, calculationsOf } from './calculated.ts';

const catalogue = compileCatalogue(realSources);

/** What the item computes in the row of an example. */
function computed(itemId: string, example: RuleExample, path: readonly number[] = []): string {
  const calculation = calculationsOf(catalogue).get(itemId);
  const whole = caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, example)));
  const scope = calculation?.group ? rowScope(whole, calculation.group, [...path]) : whole;
  return spanText(calculation?.answer(scope) ?? null);
}

describe('an item with a calculation', () => {
  it('has the duration of its reaction, both days counted', () => {
    expect(computed('E.i.6a', { 'E.i.4|1': '20251008', 'E.i.5|1': '20251010' }, [1])).toBe('3 d');
    expect(computed('E.i.6a', { 'E.i.4|1': '20251008' }, [1])).toBe('');
  });

  it('has the duration of a dosage', () => {
    const dosage = { 'G.k.4.r.4|1|1': '202503', 'G.k.4.r.5|1|1': '20250610' };
    expect(computed('G.k.4.r.6a', dosage, [1, 1])).toBe('2..3 mo');
  });

  it('has the time from the first dose to the reaction that it assesses', () => {
    const pair = { 'E.i.4|1': '20251008', 'G.k.9.i.1|1|1': '1', 'G.k.4.r.4|1|1': '20251005' };
    expect(computed('G.k.9.i.3.1a', pair, [1, 1])).toBe('3 d');
    expect(computed('G.k.9.i.3.1a', { ...pair, 'G.k.4.r.4|1|2': '20251001' }, [1, 1])).toBe('7 d');
    // another dosage may have begun before
    expect(computed('G.k.9.i.3.1a', { ...pair, 'G.k.4.r.1a|1|2': '5' }, [1, 1])).toBe('');
  });

  it('has the age at the first reaction', () => {
    expect(computed('D.2.2a', { 'D.2.1': '19560101', 'E.i.4|1': '20251008' })).toBe('69 a');
  });
});

it.each([
  ['3', 'd', true],
  ['2', 'd', true],
  ['5', 'd', false],
  ['1', 'wk', true],
  ['3', 'wk', false],
  ['72', 'h', true],
  ['5', '{dose}', true],
])('of three days, %s %s is said to agree: %s', (value, unit, expected) => {
  expect(agrees({ min: 3, max: 3, unit: 'd' }, { value }, unit)).toBe(expected);
});
