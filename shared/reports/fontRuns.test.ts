import { expect, it } from 'vitest';
import { drawable } from './fontRuns.ts';

it.each(['\n', '\r\n', '\r'])('draws lines that %j separates as lines', (end) => {
  expect(drawable(`rash${end}fever`)).toBe('rash\nfever');
});

it.each(['\t', '\v', '\f', '\u0085', '\u00a0', '\u2028', '\u2029'])('draws %j as a space', (separator) => {
  expect(drawable(`rash${separator}fever`)).toBe('rash fever');
});

it('draws nothing of what has no ink', () => {
  expect(drawable('b\u200dc\u0007')).toBe('bc');
});
