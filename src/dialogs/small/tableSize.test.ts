import { expect, it } from 'vitest';
import { lineCount } from './tableSize.ts';

it.each([
  ['1', 1],
  [' 10 ', 10],
  ['03', 3],
  ['', null],
  ['0', null],
  ['11', null],
  ['-1', null],
  ['1.5', null],
  ['003', null],
  ['1e0', null],
])('"%s" are %s lines', (text, count) => {
  expect(lineCount(text)).toBe(count);
});
