import { expect, it } from 'vitest';
import { Decimal } from './xlsx.ts';
import { numberCell } from './numberCell.ts';

it.each(['0', '-25', '123456789012345'])('writes %s as a number', (text) => {
  expect(numberCell(text)).toBe(Number(text));
});

it.each(['12.5', '-0.25', '96.0', '12345678901.2345'])('writes %s as a number with its decimals', (text) => {
  expect(numberCell(text)).toEqual(new Decimal(text));
});

it.each(['1234567890123456', '123456789012345.1', '123456789012.3456789', '007', 'UNK', ''])(
  'leaves %j the text that it is, since a spreadsheet would show another one',
  (text) => {
    expect(numberCell(text)).toBe(text);
  },
);
