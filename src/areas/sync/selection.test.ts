import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allToggled,
  firstSelection,
  isAllChecked,
  selectionIn,
  toggled,
  type Selection,
} from './selection.ts';

const ROWS = [7, 3, 5].map((EVENT_KEY) => ({ EVENT_KEY }));

it('begins with the first row, which cannot be unchecked', () => {
  const first = firstSelection(ROWS);
  expect(first).toEqual([7]);
  expect(toggled(first, ROWS, 7)).toEqual([7]);
});

it('is in the order of checking', () => {
  const checked = toggled(toggled([7], ROWS, 5), ROWS, 3);
  expect(checked).toEqual([7, 5, 3]);
  expect(toggled(toggled(checked, ROWS, 5), ROWS, 5)).toEqual([7, 3, 5]);
});

it('of all rows keeps those that are checked in their places, and unchecks all but the first', () => {
  expect(allToggled([7, 5], ROWS)).toEqual([7, 5, 3]);
  expect(allToggled([7, 5, 3], ROWS)).toEqual([7]);
});

it('survives another reading: what is left keeps its order, and the first row is there', () => {
  expect(selectionIn(ROWS, [7, 5, 3])).toEqual([7, 5, 3]);
  expect(selectionIn(ROWS, [])).toEqual([7]);
  expect(selectionIn([{ EVENT_KEY: 5 }, { EVENT_KEY: 3 }], [7, 3, 5])).toEqual([5, 3]);
  expect(selectionIn([], [7])).toEqual([]);
});

it('always has the first row, each row once, whatever is pressed', () => {
  const press = fc.oneof(fc.constantFrom(7, 3, 5), fc.constant('all' as const));
  fc.assert(
    fc.property(fc.array(press), (presses) => {
      const selection = presses.reduce<Selection>(
        (before, key) => (key === 'all' ? allToggled(before, ROWS) : toggled(before, ROWS, key)),
        firstSelection(ROWS),
      );
      expect(selection[0]).toBe(7);
      expect(new Set(selection).size).toBe(selection.length);
      expect(isAllChecked(selection, ROWS)).toBe(selection.length === ROWS.length);
    }),
  );
});
