import { expect, it } from 'vitest';
import { answerCodesIn } from './answerCodes.ts';
import { fileNameBy, isNamedBy } from './fileNames.ts';
import { placeInCase } from './placeInCase.ts';

const words = (en: string) => ({ en, ko: en, ja: en, zh: en });
const SPEC = { sections: { '3': 'C' }, items: { '301': 'C.1.1' }, errors: { '101': words('too many') } };

it('reads section, item, rows and error of a code', () => {
  expect(answerCodesIn('30100000123;31200201999', SPEC)).toEqual([
    {
      digits: '30100000123',
      section: 'C',
      itemNumber: 1,
      itemId: 'C.1.1',
      rows: [],
      error: '123',
      words: null,
    },
    {
      digits: '31200201999',
      section: 'C',
      itemNumber: 12,
      itemId: null,
      rows: [2, 1],
      error: '999',
      words: null,
    },
  ]);
});

it('tells codes about the whole file by their eight zeros', () => {
  expect(answerCodesIn('00000000101', SPEC)).toMatchObject([
    { section: null, itemNumber: null, error: '101', words: { en: 'too many' } },
  ]);
});

it('reads no codes out of longer numbers, nor for an authority that answers in words', () => {
  expect(answerCodesIn('301000001234 3010000012', SPEC)).toEqual([]);
  expect(answerCodesIn('30100000123', undefined)).toEqual([]);
});

const PARTS = { sender: 'ACME Pharma, KK', time: '20260310093000', number: 42, batch: 'b-1' };

it('names files by a pattern, of letters and digits', () => {
  expect(fileNameBy('I-{sender}-{day}-{number}', PARTS)).toBe('I-ACMEPharmaKK-20260310-42');
  expect(fileNameBy('{batch}', PARTS)).toBe('b-1');
});

it('knows the names of a pattern again', () => {
  const pattern = 'A-{sender}-{time}-{number}';
  expect(isNamedBy(pattern, `${fileNameBy(pattern, PARTS)}.xml`)).toBe(true);
  expect(isNamedBy(pattern, 'A-ACME-20260310-42.xml')).toBe(false);
  expect(isNamedBy('{number}.{day}', '7x20260310')).toBe(false);
});

it('finds the row of a place among those that are there', () => {
  const row = (group: string, rowNo: number, rowNo2: number, sort: number, deleted = false) => ({
    group,
    rowNo,
    rowNo2,
    rowNo3: 0,
    rowId: '',
    sort,
    deleted,
  });
  const rows = [row('G', 1, 0, 1, true), row('G', 5, 0, 2), row('G', 3, 0, 3), row('G.r', 3, 7, 1)];
  const item = { itemId: 'x', groups: ['G', 'G.r'] };
  expect(placeInCase(item, rows, [2, 1])).toEqual({ itemId: 'x', rowNo: 3, rowNo2: 7, rowNo3: 0 });
  expect(placeInCase(item, rows, [1, 1])).toBeNull();
  expect(placeInCase({ itemId: 'y', groups: ['G'] }, rows)).toMatchObject({ rowNo: 5 });
  expect(placeInCase({ itemId: 'z', groups: [] }, [])).toMatchObject({ rowNo: 0 });
});
