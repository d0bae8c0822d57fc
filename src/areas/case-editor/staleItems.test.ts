import { expect, it } from 'vitest';
import { CallFailure } from '../../api/index.ts';
import { staleItemsOf } from './staleItems.ts';

const refused = (errCode: string, details: unknown) =>
  new CallFailure({ status: 409, errCode, errMsg: 'no', details });

it('takes item, their value and author out of the refusal', () => {
  const item = {
    itemId: 'X.1',
    rowNo: 2,
    rowNo2: 0,
    rowNo3: 0,
    theirs: { value: 'v', nullFlavor: null, notation: null },
    changedBy: 'kim',
    changedAt: '2026-01-01T00:00:00.000Z',
  };
  expect(staleItemsOf(refused('CASE_CHANGED', { items: [item] }))).toEqual([item]);
});

it.each([
  ['another refusal', refused('CASE_LOCKED', { items: [{ itemId: 'X.1' }] })],
  ['a refusal that names no item', refused('CASE_CHANGED', null)],
  ['another error', new Error('no')],
])('leaves %s to the failure handler', (_what, error) => {
  expect(staleItemsOf(error)).toBeNull();
});
