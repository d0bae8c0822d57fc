import { expect, it } from 'vitest';
import { CallFailure } from '../../api/index.ts';
import { staleItemsOf } from './staleItems.ts';

const refused = (errCode: string, details: unknown) =>
  new CallFailure({ status: 409, errCode, errMsg: 'no', details });
const address = { itemId: 'X.1', rowNo: 2, rowNo2: 0, rowNo3: 0 };
const itemValue = { value: 'v', nullFlavor: null, notation: null };
const changedAt = '2026-01-01T00:00:00.000Z';

it('takes item, their value and author out of the refusal', () => {
  const detail = { ...address, ...itemValue, changedBy: 'kim', changedByName: 'Kim', changedAt };
  expect(staleItemsOf(refused('CASE_CHANGED', [detail]))).toEqual([
    { ...address, theirs: itemValue, changedBy: 'Kim', changedAt },
  ]);
});

it('takes what was made of a row, and the user id where there is no name', () => {
  const row = { sort: 3, deleted: true };
  const detail = {
    ...address,
    value: null,
    nullFlavor: null,
    notation: null,
    row,
    changedBy: 'kim',
    changedAt,
  };
  expect(staleItemsOf(refused('CASE_CHANGED', [detail]))).toMatchObject([{ row, changedBy: 'kim' }]);
});

it.each([
  ['another refusal', refused('CASE_LOCKED', [{ itemId: 'X.1' }])],
  ['a refusal that names no item', refused('CASE_CHANGED', null)],
  ['another error', new Error('no')],
])('leaves %s to the failure handler', (_what, error) => {
  expect(staleItemsOf(error)).toBeNull();
});
