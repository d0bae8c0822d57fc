import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it('keeps forty characters and truncates the forty-first', () => {
  expect(shortened('a'.repeat(40))).toBe('a'.repeat(40));
  expect(shortened('a'.repeat(41))).toBe(`${'a'.repeat(40)}…`);
});

it('never splits a character', () => {
  expect(shortened('🧪🧪🧪', 2)).toBe('🧪🧪…');
});
