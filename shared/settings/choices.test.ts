import { expect, it } from 'vitest';
import words from './choiceWords.json' with { type: 'json' };
import { choicesOf } from './choices.ts';
import { DESCRIBED_PARTS, fieldsOf } from './describedSettings.ts';

it('has words for every value of every choice, and for nothing else', () => {
  const values = DESCRIBED_PARTS.flatMap((part) =>
    fieldsOf(part).flatMap(([name]) => choicesOf(part, name).map(({ code }) => `${part}.${name}.${code}`)),
  );
  expect(values.toSorted()).toEqual(Object.keys(words).toSorted());
});

it('has no values of a setting that is no choice', () => {
  expect(choicesOf('general', 'timeZone')).toEqual([]);
  expect(choicesOf('general', 'nothing')).toEqual([]);
});
