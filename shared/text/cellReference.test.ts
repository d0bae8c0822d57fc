import { expect, it } from 'vitest';
import { cellReference } from './cellReference.ts';

it.each([
  [1, 'A3'],
  [26, 'Z3'],
  [27, 'AA3'],
  [52, 'AZ3'],
  [703, 'AAA3'],
])('column %i is named as in spreadsheets: %s', (column, name) => {
  expect(cellReference({ row: 3, column })).toBe(name);
});
