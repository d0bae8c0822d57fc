import { expect, it } from 'vitest';
import { drawable } from './fontRuns.ts';

it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'draws lines that %j separates as lines',
  (end) => {
    expect(drawable(`rash${end}fever`)).toBe('rash\nfever');
  },
);

it('draws a tab as a space, and nothing of what has no ink', () => {
  expect(drawable('a\tb\u200dc\u0007')).toBe('a bc');
});
