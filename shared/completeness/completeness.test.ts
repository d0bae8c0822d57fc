import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { caseScope } from '../expressions/scope.ts';
import { completenessOf } from './completeness.ts';

const whole = compileCatalogue(realSources);
const measure = whole.completeness[0];
if (!measure) throw new Error('the schema files have no measure');

const completeness = (example: RuleExample) =>
  completenessOf(measure, caseScope(whole, caseReader(whole, exampleContent(whole, example))));

/** One suspect drug, one reaction, nothing missing. */
const COMPLETE: RuleExample = {
  'C.1.3': '1',
  'C.2.r.4': '1',
  'D.2.2a': '54',
  'D.5': '2',
  'E.i.1.1a': 'Rash',
  'E.i.4': '20260310',
  'E.i.7': '1',
  'E.i.9': 'KR',
  'G.k.1': '1',
  'G.k.4.r.1a': '20',
  'G.k.4.r.4': '20260301',
  'G.k.7.r.1': 'Migraine',
  'H.1': 'A rash after the third dose.',
};
const without = (...items: string[]): RuleExample =>
  Object.fromEntries(Object.entries(COMPLETE).filter(([item]) => !items.includes(item)));

describe('the score', () => {
  it.each<[string, RuleExample, number]>([
    ['nothing missing', COMPLETE, 1],
    ['time to onset', without('E.i.4'), 0.5],
    ['time to onset: the year only', { ...COMPLETE, 'E.i.4': '2026' }, 0.5],
    [
      'time to onset: the year, of a drug taken long before',
      { ...COMPLETE, 'E.i.4': '2026', 'G.k.4.r.4': '20240301' },
      0.7,
    ],
    ['time to onset: the month only', { ...COMPLETE, 'E.i.4': '202604' }, 0.9],
    ['time to onset that is stated', { ...without('E.i.4'), 'G.k.9.i.3.1a': '9' }, 1],
    ['indication', without('G.k.7.r.1'), 0.7],
    ['outcome', without('E.i.7'), 0.7],
    ['outcome that is unknown', { ...COMPLETE, 'E.i.7': '0' }, 0.7],
    ['sex', without('D.5'), 0.7],
    ['age', without('D.2.2a'), 0.7],
    ['age group only', { ...without('D.2.2a'), 'D.2.3': '5' }, 0.9],
    ['dose', without('G.k.4.r.1a'), 0.9],
    ['country', without('E.i.9'), 0.9],
    ['reporter', without('C.2.r.4'), 0.9],
    ['type of report', { ...COMPLETE, 'C.1.3': '4' }, 0.9],
    ['narrative', without('H.1'), 0.9],
    ['sex and dose', without('D.5', 'G.k.4.r.1a'), 0.63],
  ])('loses the published part for %s', (_what, example, score) => {
    expect(completeness(example).score).toBeCloseTo(score, 10);
  });

  it('is that of suspect and interacting drugs, and none without any', () => {
    expect(completeness({ ...COMPLETE, 'G.k.1': '3' }).score).toBe(1);
    expect(completeness({ ...COMPLETE, 'G.k.1': '2' })).toEqual({ score: null, missing: [] });
  });
});

it('never falls with more information, and what is missing adds what it says', () => {
  fc.assert(
    fc.property(
      fc.subarray(Object.keys(COMPLETE).filter((item) => !['G.k.1', 'E.i.1.1a'].includes(item))),
      (items) => {
        const { score, missing } = completeness(without(...items));
        expect(score).toBeLessThanOrEqual(completeness(without(...items.slice(1))).score ?? 0);
        for (const { gain } of missing) expect(gain).toBeGreaterThan(0);
        const [first] = missing;
        expect(missing.every(({ gain }) => gain <= (first?.gain ?? 0))).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});
