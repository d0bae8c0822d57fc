// @vitest-environment happy-dom
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { CallFailure } from '../api/index.ts';
import { failureReference } from './showFailure.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { failures: { reference: 'Reference: {{id}}' } } } });
});

const failure = (status: number, requestId: string | null) =>
  new CallFailure({ status, errCode: 'X', errMsg: 'no', requestId });

it('names the request of a failure that only an operator can explain', () => {
  expect(failureReference(failure(500, 'id-1'))).toBe('Reference: id-1');
});

it.each([
  ['a refusal, which the user can act on', failure(409, 'id-1')],
  ['an answer of a proxy', failure(502, null)],
  ['a failure of the browser itself', new TypeError('no')],
])('names none of %s', (_what, error) => {
  expect(failureReference(error)).toBeNull();
});
