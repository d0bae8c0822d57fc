import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PASSWORD_LENGTH, passwordFault } from './passwordRules.ts';

it.each([
  ['Abcdefg1', null],
  ['1234567a', null],
  ['비밀번호비밀번호1', null],
  ['Abcdef1', 'weak'],
  ['Abcdefgh', 'weak'],
  ['12345678', 'weak'],
  ['', 'weak'],
  // two UTF-16 units each, counted as four characters
  ['a1😀😀', 'weak'],
])('checks %s', (password, fault) => {
  expect(passwordFault(password)).toBe(fault);
});

it('rejects the user id in any case of letters, and the current password', () => {
  expect(passwordFault('Case.Editor1', { userId: 'case.editor1' })).toBe('isUserId');
  expect(passwordFault('Abcdefg1', { userId: 'case.editor', current: 'Abcdefg1' })).toBe('unchanged');
  expect(passwordFault('Abcdefg2', { userId: 'case.editor', current: 'Abcdefg1' })).toBeNull();
});

it('accepts any other content up to the maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (rest) => {
      const password = `Abcdefg1${rest}`;
      const fits = [...password].length <= PASSWORD_LENGTH.max;
      expect(passwordFault(password)).toBe(fits ? null : 'tooLong');
    }),
  );
  expect(passwordFault('a1'.repeat(100))).toBeNull();
  expect(passwordFault(`${'a1'.repeat(100)}a`)).toBe('tooLong');
});
