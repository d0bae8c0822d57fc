import { expect, it } from 'vitest';
import { unitOfText } from './unitOfText.ts';

const listed = (...units: [code: string, label: string][]) => units.map(([code, label]) => ({ code, label }));

it.each([
  ['months', 'mo'],
  ['month', 'mo'],
  ['Month', 'mo'],
  ['mo', 'mo'],
  ['weeks', 'wk'],
  ['week', 'wk'],
  ['mgs', 'mg'],
  ['mont', null],
  ['s', null],
])('finds the unit that "%s" means', (text, code) => {
  expect(unitOfText(listed(['mo', 'months'], ['wk', 'week'], ['mg', 'mg']), text)).toBe(code);
});

it('does not take a symbol for the plural or the singular of another one', () => {
  expect(unitOfText(listed(['m', 'm']), 'ms')).toBeNull();
  expect(unitOfText(listed(['ms', 'ms']), 'm')).toBeNull();
});
