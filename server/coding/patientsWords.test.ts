import { expect, it } from 'vitest';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { hasPatientsWords } from './patientsWords.ts';

const roles = { reporterQualification: 'qualification', reactionVerbatim: 'reported' };
const REPORTED = ['reported'];
const has = (qualifications: readonly string[], texts = REPORTED) =>
  hasPatientsWords(
    { roles },
    { coding: { recommended: true, details: false, texts } },
    {
      values: qualifications.map((value, at) => ({
        ...addressAt('qualification', [at + 1]),
        ...EMPTY_VALUE,
        value,
      })),
    },
  );

it('are those of a reaction that consumers alone reported', () => {
  expect(has(['5'])).toBe(true);
  expect(has(['5', '5'])).toBe(true);
});

it.each([
  ['a physician reported too', ['5', '1'], ['reported']],
  ['nobody is known to have reported', [], ['reported']],
  ['it is no reaction', ['5'], ['indication']],
])('are none where %s', (_why, qualifications, texts) => {
  expect(has(qualifications, texts)).toBe(false);
});
