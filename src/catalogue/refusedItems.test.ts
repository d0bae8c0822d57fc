import { expect, it } from 'vitest';
import { CallFailure } from '../api/index.ts';
import { refusedItemsOf } from './refusedItems.ts';

const failure = (errCode: string, details: unknown) =>
  new CallFailure({ status: 422, errCode, errMsg: 'no', details });
const address = { itemId: 'X.1', rowNo: 0, rowNo2: 0, rowNo3: 0 };

it('says at each item why it was refused, in whatever language it is shown', () => {
  const detail = { ...address, ruleId: 'value.exists', message: 'value already exists' };
  const [finding] = refusedItemsOf(failure('ITEM_REFUSED', [detail]));
  expect(finding).toMatchObject({ ...address, severity: 'error' });
  expect(new Set(Object.values(finding?.message ?? {}))).toEqual(new Set(['value already exists']));
});

it('is empty for another failure', () => {
  expect(refusedItemsOf(failure('CASE_CHANGED', [address]))).toEqual([]);
  expect(refusedItemsOf(new Error('no'))).toEqual([]);
});
