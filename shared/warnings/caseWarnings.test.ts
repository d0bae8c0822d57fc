/** The content of a case, and the warnings for it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { realSources } from '../../schemas/compile/testSources.ts';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import type { WarningRule } from '../../schemas/compile/warnings.ts';
import warningsFile from '../../schemas/warnings/cases.warnings.json' with { type: 'json' };
import { addressKey } from '../case/itemAddress.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { createCheckWorld } from '../rules/caseFindings.ts';
import { compileRules, readRules } from '../rules/ruleFindings.ts';
import { caseWarnings } from './caseWarnings.ts';
import { addressName } from './addressName.ts';
import { speaksIn } from './speaks.ts';

const catalogue = compileCatalogue(realSources);
const world = createCheckWorld(
  catalogue,
  compileRules(catalogue, readRules(realSources)),
  codeListsOf(realSources),
);
const rules = warningsFile.warnings as WarningRule[];
const now = new Date('2026-01-15T00:00:00Z');

const warned = (example: RuleExample, receivers: string[] = [], of: readonly WarningRule[] = rules) =>
  caseWarnings(world, of, exampleContent(catalogue, example), { now, receivers });

describe('a term without a code', () => {
  it('is reported at the coded item of its row, with the first text', () => {
    const example = {
      'E.i.1.1a|2': '두통',
      'E.i.1.2|2': 'headache',
      'E.i.1.1a|1': 'x',
      'E.i.2.1b|1': '10019211',
    };
    expect(warned(example)).toMatchObject([
      { warning: 'uncoded', itemId: 'E.i.2.1b', rowNo: 2, text: 'headache', receivers: [], blinded: false },
    ]);
  });

  it('is not reported if a null flavor explains the missing code', () => {
    expect(warned({ 'D.9.2.r.2': 'unknown cause' })).toMatchObject([{ itemId: 'D.9.2.r.1b' }]);
    expect(warned({ 'D.9.2.r.2': 'unknown cause', 'D.9.2.r.1b': { nullFlavor: 'UNK' } })).toEqual([]);
  });

  it('is found in items that an analyst adds with a free text of their own', () => {
    // F.r.2.1 is the text of F.r.2.2b by the catalogue alone
    expect(warned({ 'F.r.2.1': 'sodium' })).toMatchObject([{ itemId: 'F.r.2.2b', text: 'sodium' }]);
  });
});

describe('findings of rules', () => {
  it('matter only to receivers with a due report', () => {
    const example = { 'C.1.2': '20240101' };
    expect(warned(example)).toEqual([]);
    const forFda = warned(example, ['FDA']);
    expect(forFda.length).toBeGreaterThan(3);
    expect(forFda.every(({ receivers }) => receivers.join() === 'FDA')).toBe(true);
  });

  it('are one row for all receivers that require the same', () => {
    const found = warned({ 'C.1.2': '20240101' }, ['FDA', 'MFDS']).filter(
      ({ receivers }) => receivers.length > 1,
    );
    expect(found.length).toBeGreaterThan(3);
  });

  it('are marked if they reveal a blinded item', () => {
    const blind = (itemId: string) => {
      const item = catalogue.items[itemId];
      if (!item) throw new Error(itemId);
      const items = { ...catalogue.items, [itemId]: { ...item, blinded: true } };
      return { ...world, catalogue: { ...catalogue, items } };
    };
    const listening = rules.map((rule) =>
      rule.id === 'refusable' ? { ...rule, severities: ['error' as const, 'warning' as const] } : rule,
    );
    const content = exampleContent(catalogue, { 'C.1.3': '1', 'G.k.2.5': 'true' });
    // it is attached to the drug and reads the type of report
    for (const itemId of ['G.k.2.5', 'C.1.3']) {
      const found = caseWarnings(blind(itemId), listening, content, { now, receivers: ['ICH'] });
      expect(found.find(({ found: rule }) => rule === 'ICH.G.k.2.5 ICH')).toMatchObject({ blinded: true });
      expect(found.some(({ blinded }) => !blinded)).toBe(true);
    }
  });
});

it('report each item by the first warning that matches', () => {
  const example = { 'E.i.1.1a': 'hurting head' };
  const at = ({ itemId }: { itemId: string }) => itemId === 'E.i.2.1b';
  expect(warned(example, ['ICH']).filter(at)).toMatchObject([{ warning: 'uncoded' }]);
  const others = rules.filter(({ watches }) => watches !== 'uncoded');
  expect(warned(example, ['ICH'], others).filter(at)).toMatchObject([{ warning: 'missing' }]);
});

it('report nothing twice, for any case', () => {
  const ids = Object.keys(catalogue.items).filter((id) => /^[A-H]\.[\w.]+$/.test(id));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...ids), fc.constantFrom('1', 'x', '20240101')), (example) => {
      const keys = warned(example, ['ICH', 'FDA']).map(
        (one) => `${one.warning}|${addressKey(one)}|${one.found}`,
      );
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 30 },
  );
});

it('name addresses as the editor does, in four languages', () => {
  const { rows } = exampleContent(catalogue, { 'E.i.7|2': '1', 'E.i.7|5': '1' });
  const words = addressName(catalogue, rows)({ itemId: 'E.i.7', rowNo: 5, rowNo2: 0, rowNo3: 0 });
  expect(words.en).toMatch(/^Reactions › Reaction 2 › Outcome/);
  expect(words.ko).toMatch(/ › .* 2 › /);
});

it.each([
  [{ from: 0, to: 3 }, [-1, 0, 3, 4], [false, true, true, false]],
  [{ to: -1 }, [-5, -1, 0], [true, true, false]],
  [undefined, [-5, 99], [true, true]],
])('are active on the days %o', (days, window, answers) => {
  const [first] = rules;
  if (!first) throw new Error('no rules');
  expect(window.map((day) => speaksIn({ ...first, days }, day))).toEqual(answers);
});
