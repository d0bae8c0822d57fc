import { describe, expect, it } from 'vitest';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { numberChecks } from './numberChecks.ts';

const catalogue = { whole: { roles: { caseNumber: 'NUMBER' } } } as unknown as CatalogueSource;
const NUMBER = 'KR-HB-1';
const own = { seq: 1, rootCaseKey: 10, caseNumber: NUMBER };
const report = (rootCaseKey: number, isOut = true, caseNumber = NUMBER) => ({
  rootCaseKey,
  caseNumber,
  batchKey: 5,
  isOut,
});
type Given = Parameters<typeof numberChecks>;
const found = (cases: Given[2], others: Given[3]) =>
  numberChecks(catalogue, 'FDA', cases, others).map(({ ruleId, seq, address }) => [
    ruleId,
    seq,
    address?.itemId,
  ]);

describe('the number of a case is taken', () => {
  it.each([true, false])('by another one that its receiver has, or is to get: %s', (isOut) => {
    expect(found([own], [report(20, isOut)])).toEqual([['numberOfOther', 1, 'NUMBER']]);
  });

  it('by another one of its batch', () => {
    const cases = [own, { ...own, seq: 2, rootCaseKey: 20 }, { ...own, seq: 3, caseNumber: 'KR-HB-2' }];
    expect(found(cases, [])).toEqual([
      ['numberTwice', 1, 'NUMBER'],
      ['numberTwice', 2, 'NUMBER'],
    ]);
  });

  it('by none of its own versions, and by none with another number', () => {
    expect(found([own, { ...own, seq: 2 }], [report(10), report(20, true, 'KR-HB-2')])).toEqual([]);
  });

  it('by none where the receiver knows the case by it: a version may have left with its message', () => {
    expect(found([own], [report(20), report(10)])).toEqual([]);
    expect(found([own], [report(20), report(10, false)])).toEqual([['numberOfOther', 1, 'NUMBER']]);
  });
});
