import { expect, it } from 'vitest';
import { passwordProblem } from './passwordRules.ts';

it.each([
  ['abcdefg1', 'abcdefg1', null],
  ['비밀번호가나다1', '비밀번호가나다1', null],
  ['abcdef1', 'abcdef1', 'weak'],
  ['abcdefgh', 'abcdefgh', 'weak'],
  ['12345678', '12345678', 'weak'],
  ['abcdefg1', 'abcdefg2', 'differs'],
])('judges %s with confirmation %s as %s', (password, confirmation, problem) => {
  expect(passwordProblem(password, confirmation)).toBe(problem);
});
