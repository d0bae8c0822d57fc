import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressAt } from '../case/itemAddress.ts';
import type { PlacedGroup } from './placeValues.ts';
import { accept, acceptedKeys, stagedPages, undo, type Staged } from './stagedValues.ts';

const value = (key: string, itemId: string, path: number[]) => ({
  key,
  sentence: 2,
  from: 0,
  to: 1,
  changes: [{ ...addressAt(itemId, path), value: key, current: null }],
  differs: false,
});
const GROUPS: readonly PlacedGroup[] = [
  {
    subject: 'drug',
    page: 'P',
    rowNo: 0,
    within: { group: 'INNER', rowNo2: 1 },
    name: 'A',
    values: [value('a0', 'NAME', [0]), value('a1', 'DOSE', [0, 1])],
  },
  { subject: 'drug', page: 'P', rowNo: 3, within: null, name: 'B', values: [value('b0', 'DOSE', [3, 1])] },
  { subject: 'patient', page: 'Q', rowNo: null, within: null, name: '', values: [value('c0', 'AGE', [])] },
];
const KEYS = ['a0', 'a1', 'b0', 'c0'];
const steps = fc.array(fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 }), { maxLength: 5 });
const after = (all: readonly (readonly string[])[]): Staged =>
  all.reduce<Staged>((staged, keys) => accept(staged, GROUPS, keys), []);

it('accepting and undoing changes nothing', () => {
  fc.assert(
    fc.property(steps, fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 }), (before, keys) => {
      const staged = after(before);
      const next = accept(staged, GROUPS, keys);
      fc.pre(next !== staged);
      expect(undo(next)).toEqual(staged);
    }),
  );
});

it('a value of a new row brings the one that names the row', () => {
  expect([...acceptedKeys(after([['a1']]))]).toEqual(['a0', 'a1']);
});

it('saves what was accepted only, each with its sentence, in rows that are new or there', () => {
  const world = { textItem: 'TEXT', rootGroupOf: (page: string) => (page === 'P' ? 'OUTER' : null) };
  const pages = stagedPages(after([['a1'], ['c0']]), GROUPS, {
    ...world,
    newRowId: (key) => `id of ${key}`,
  });
  expect(pages.map(({ page, rowNo, changes }) => [page, rowNo, changes.map((one) => one.itemId)])).toEqual([
    ['P', 0, ['NAME', 'DOSE']],
    ['Q', null, ['AGE']],
  ]);
  expect(pages[0]?.rows.map(({ group, rowNo2, rowId }) => [group, rowNo2, rowId])).toEqual([
    ['OUTER', 0, 'id of a0 OUTER'],
    ['INNER', 1, 'id of a0 INNER'],
  ]);
  expect(pages[0]?.changes[0]?.properties).toEqual({ provenance: 'text/TEXT/2' });
});
