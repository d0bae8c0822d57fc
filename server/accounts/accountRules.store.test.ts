import { expect, it } from 'vitest';
import { strictest } from './accountRules.store.ts';

it('of several sponsors the strictest rule holds, and without one nothing is demanded', () => {
  const rules = [
    { passwordLength: 12, passwordDays: 90, secondFactor: 'optional' as const },
    { passwordLength: 10, passwordDays: 30, passwordHistory: 5 },
    { secondFactor: 'required' as const, passwordDays: null },
  ];
  expect(strictest(rules)).toEqual({
    passwordLength: 12,
    passwordDays: 30,
    passwordHistory: 5,
    secondFactor: true,
  });
  expect(strictest([])).toEqual({
    passwordLength: null,
    passwordDays: null,
    passwordHistory: 0,
    secondFactor: false,
  });
});
