import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { coverageOf, toCsv } from './coverage.ts';
import { overlayDifference } from './overlayDifference.ts';

const words = { en: 'x', ko: 'x', ja: 'x', zh: 'x' };
const appendix = {
  appendix: 'XX',
  authority: 'ZZ',
  label: words,
  items: [
    {
      itemId: 'X.1',
      label: words,
      control: 'text',
      page: 'AE',
      after: 'E.i.9',
      certainty: 'doubtful',
      boxes: [],
    },
  ],
  groups: [],
  overlays: { 'C.1.1': { maxLength: 20, nullFlavors: ['NI'] }, 'C.1.2': { hidden: true } },
  rules: [
    {
      id: 'XX.1',
      severity: 'error',
      items: ['X.1', 'C.1.1'],
      check: 'present("X.1")',
      message: words,
      source: 'invented',
      examples: { pass: { 'X.1': 'a' }, fail: {} },
    },
  ],
};
const sources = [...realSources, { file: 'appendices/XX.appendix.json', text: JSON.stringify(appendix) }];
const catalogue = compileCatalogue(sources);

it('lists what a region adds, by page, with its certainty', () => {
  const { added } = overlayDifference(catalogue, 'XX', sources);
  expect(added.map(({ page, items }) => [page, items.map(({ item }) => item.itemId)])).toEqual([
    ['AE', ['X.1']],
  ]);
  expect(added[0]?.items[0]?.item.certainty).toBe('doubtful');
});

it('lists changes with before and after, hidden items, and rules', () => {
  const { changed, hidden, rules } = overlayDifference(catalogue, 'XX', sources);
  expect(changed).toContainEqual({ itemId: 'C.1.1', property: 'maxLength', before: 100, after: 20 });
  expect(changed.map(({ property }) => property)).toEqual(['maxLength', 'nullFlavors']);
  expect(hidden.map(({ itemId }) => itemId)).toEqual(['C.1.2']);
  expect(rules.map(({ id }) => id)).toEqual(['XX.1']);
});

it('is empty for ICH', () => {
  const { added, changed, hidden } = overlayDifference(catalogue, 'ICH', sources);
  expect([added, changed, hidden]).toEqual([[], [], []]);
});

it('lists the artefacts of each item of a region', () => {
  const rows = coverageOf(catalogue, 'XX', sources);
  const of = (itemId: string) => rows.find(({ item }) => item.itemId === itemId)?.cells;
  expect(of('X.1')).toMatchObject({
    form: 'AE',
    groups: 'E.i',
    e2b: '',
    rules: 'XX.1',
    certainty: 'doubtful',
  });
  expect(of('C.1.1')?.rules.split(' ')).toContain('XX.1');
  expect(of('C.1.2')).toBeUndefined();
  expect(rows.every(({ cells }) => cells.form !== '' || cells.story === '')).toBe(true);
});

it('writes a table without formulas', () => {
  expect(toCsv(['a', 'b'], [['=1+1', 'say "x"']])).toBe('\uFEFF"a","b"\r\n"\'=1+1","say ""x"""\r\n');
});
