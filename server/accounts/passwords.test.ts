import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { hashPassword, matchesPassword } from './passwords.ts';

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

it('leaves a thread to files, however many sign in', async () => {
  const ended: string[] = [];
  const hashes = Array.from({ length: 12 }, () => hashPassword('Correct-1').then(() => ended.push('hash')));
  await stat(import.meta.filename).then(() => ended.push('file'));
  await Promise.all(hashes);
  // behind those that have begun, at most, and not behind all that wait
  expect(ended.indexOf('file')).toBeLessThan(6);
});

it('knows a password however the keyboard composes its letters', async () => {
  const hash = await hashPassword('비밀번호-é-1'.normalize('NFC'));
  expect(await matchesPassword(hash, '비밀번호-é-1'.normalize('NFD'))).toBe(true);
});
