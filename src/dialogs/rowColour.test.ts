import { expect, it } from 'vitest';
import { rowColour } from './rowColour.ts';

it.each([
  ['BLUE', 'BLUE'],
  ['gray', 'GRAY'],
  [' GREEN ', 'GREEN'],
])('%s is a colour with a name', (value, tone) => {
  expect(rowColour(value)?.tone).toBe(tone);
});

it.each(['#abc', '#A1B2C3', 'lavender'])('takes %s as it is', (value) => {
  expect(rowColour(value)).toEqual({ css: value, tone: null });
});

it.each([undefined, '', '#12', '#12345', 'url(//x)', 'red;x:y', 'var(--a)', 'a b'])(
  'lets %s be no colour',
  (value) => {
    expect(rowColour(value)).toBeNull();
  },
);
