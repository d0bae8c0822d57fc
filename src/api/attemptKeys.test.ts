import { expect, it } from 'vitest';
import { attemptKeys } from './attemptKeys.ts';

it('is the same for the same input until the server has answered, and another one for what differs', () => {
  const { keyOf, done } = attemptKeys();
  const key = keyOf({ name: 'Cases', format: 'XLSX' });
  expect(keyOf({ name: 'Cases', format: 'XLSX' })).toBe(key);
  const other = keyOf({ name: 'Cases', format: 'CSV' });
  expect(other).not.toBe(key);
  // what was tried first may have been done, too
  expect(keyOf({ name: 'Cases', format: 'XLSX' })).toBe(key);
  done();
  expect(keyOf({ name: 'Cases', format: 'CSV' })).not.toBe(other);
});
