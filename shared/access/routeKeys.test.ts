import { expect, it } from 'vitest';
import { hasNumericKeys } from './routeKeys.ts';

it.each([
  [{ caseKey: '7', rowNo: '0', '*': 'x' }, true],
  [{ sessionSenderKey: '-1', itemId: 'E.i.1', page: 'OWN', hash: 'a1' }, true],
  [{ caseKey: undefined, language: 'en' }, true],
  [{ batchKey: 'abc' }, false],
  [{ studyKey: '3', targetSeqNo: '1.5' }, false],
  [{ caseKey: '7', rowNo: 'new' }, false],
  [{ userKey: '1e3' }, false],
  [{ noticeKey: '9'.repeat(40) }, false],
])('of %o is %s', (params, expected) => {
  expect(hasNumericKeys(params)).toBe(expected);
});
