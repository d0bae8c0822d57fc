import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it('leaves forty characters as they are and cuts the forty-first', () => {
  expect(shortened('a'.repeat(40))).toBe('a'.repeat(40));
  expect(shortened('a'.repeat(41))).toBe(`${'a'.repeat(40)}…`);
});

it('never cuts a character in two', () => {
  expect(shortened('🧪🧪🧪', 2)).toBe('🧪🧪…');
});
