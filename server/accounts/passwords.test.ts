import { expect, it } from 'vitest';
import { hashPassword, isStrongPassword, matchesPassword } from './passwords.ts';

it('knows a password by its hash, salted', async () => {
  const [hash, again] = await Promise.all([hashPassword('Correct-1'), hashPassword('Correct-1')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(again).not.toBe(hash);
  expect(await matchesPassword(hash, 'Correct-1')).toBe(true);
  expect(await matchesPassword(hash, 'correct-1')).toBe(false);
});

it('never lets anybody in who does not exist', async () => {
  expect(await matchesPassword(null, '')).toBe(false);
  expect(await matchesPassword(null, 'Correct-1')).toBe(false);
});

it('gets through a crowd', async () => {
  const hash = await hashPassword('Correct-1');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => matchesPassword(hash, i % 2 ? 'no' : 'Correct-1')),
  );
  expect(answers.filter(Boolean)).toHaveLength(10);
});

it.each([
  ['Abcdefg1', true],
  ['1234567a', true],
  ['비밀번호비밀번호1', true],
  ['Abcdef1', false],
  ['Abcdefgh', false],
  ['12345678', false],
])('judges %s', (password, strong) => {
  expect(isStrongPassword(password)).toBe(strong);
});
