import { expect, it } from 'vitest';
import { filterWidth } from './filterWidth.ts';

it.each([
  ['CHECK', ['Yes', 'No'], 280],
  ['CHECK', ['x'.repeat(28)], 280],
  ['CHECK', ['x'.repeat(30), 'No'], 295],
  ['LIKE_CHECK', ['x'.repeat(33)], 320],
  ['LIKE', [], 280],
  ['BETWEEN_DATE_TIME', [], 320],
])('is %s with %o', (type, labels, width) => {
  expect(filterWidth(type, labels)).toBe(width);
});
