import { expect, it } from 'vitest';
import { numberCell } from './numberCell.ts';

it.each([
  ['12.5', 12.5],
  ['-0.25', -0.25],
  ['123456789012345', 123456789012345],
  ['12345678901.2345', 12345678901.2345],
])('writes %s as a number', (text, cell) => {
  expect(numberCell(text)).toBe(cell);
});

it.each(['1234567890123456', '123456789012345.1', '123456789012.3456789', '007', 'UNK', ''])(
  'leaves %j the text that it is, since a spreadsheet would show another one',
  (text) => {
    expect(numberCell(text)).toBe(text);
  },
);
