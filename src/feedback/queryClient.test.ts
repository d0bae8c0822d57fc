import { expect, it } from 'vitest';
import type { Call } from '../../shared/contract/call.ts';
import { noAnswer } from '../api/call.ts';
import { queryClient } from './queryClient.ts';

it.each([
  ['again where the connection breaks', new TypeError('failed to fetch'), true],
  ['no more where no answer came within the limit', new DOMException('', 'TimeoutError'), false],
])('reads %s', (_what, cause, expected) => {
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  const failure = noAnswer({ path: '/1.0/cases' } as Call, cause);
  expect(typeof retry === 'function' && retry(0, failure)).toBe(expected);
});
