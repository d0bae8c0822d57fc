import { expect, it } from 'vitest';
import { EXPRESSION_FUNCTIONS } from '../../../shared/schemas/expressionFunctions.ts';
import { COVERAGE_COLUMNS } from '../../../shared/schemas/coverage.ts';
import words from '../../i18n/locales/en/studio.json' with { type: 'json' };

it('says of every function of the expressions what it is for', () => {
  expect(Object.keys(words.functions).sort()).toEqual(EXPRESSION_FUNCTIONS.map(({ name }) => name).sort());
});

it('names every column of the coverage', () => {
  expect(Object.keys(words.coverage.columns)).toEqual([...COVERAGE_COLUMNS]);
});
