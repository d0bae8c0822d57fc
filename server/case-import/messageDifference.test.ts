import { expect, it } from 'vitest';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { fingerprintOf } from './messageDifference.ts';

const { whole } = openCatalogue();
const textItem = Object.values(whole.items).find(
  ({ itemId, groups, e2b }) => groups.length === 0 && e2b.length > 0 && itemId.startsWith('H.'),
);

const fingerprintWith = (value: string): string =>
  fingerprintOf(whole, {
    content: {
      values: [
        {
          itemId: textItem?.itemId ?? '',
          rowNo: 0,
          rowNo2: 0,
          rowNo3: 0,
          value,
          nullFlavor: null,
          notation: value,
        },
      ],
      rows: [],
    },
    residueLines: [{ path: '/a', line: 1, text: value }],
  });

it('takes letters that are composed and decomposed for the same content', () => {
  const composed = '두통 ガ é';
  expect(composed.normalize('NFD')).not.toBe(composed);
  expect(fingerprintWith(composed.normalize('NFD'))).toBe(fingerprintWith(composed));
  // full-width letters are other characters, which the standard keeps
  expect(fingerprintWith('Ａ')).not.toBe(fingerprintWith('A'));
});

it('tells apart which wording of a text a spreadsheet empties', () => {
  const clearing = (isNotation: boolean): string =>
    fingerprintOf(whole, {
      content: { values: [], rows: [] },
      residueLines: [],
      sheet: {
        name: '',
        findings: [],
        cleared: [{ itemId: textItem?.itemId ?? '', rowNo: 0, rowNo2: 0, rowNo3: 0, isNotation }],
      },
    });
  expect(clearing(true)).not.toBe(clearing(false));
});
