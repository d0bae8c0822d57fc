import { expect, it } from 'vitest';
import { fileLayout, widen, type LayoutOptions } from './fileLayout.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { source } from '../reports/reportsOfTests.ts';

const { whole: catalogue } = source;
const items = Object.values(catalogue.items).filter(({ groups, number }) => number && groups.length > 0);

it('has a column of numbers only where no value has a qualifier, as a result below a limit has', () => {
  const block = (itemId: string) => catalogue.items[itemId]?.groups.at(-1) ?? '';
  const options = {
    catalogue,
    language: 'en',
    layout: 'record',
    repeats: 'joined',
    codes: 'code',
    labelOf: () => undefined,
  } as const;
  const isNumber = (item: (typeof items)[number]) =>
    fileLayout({ ...options, items: [item], block: block(item.itemId) }).columns.at(-1)?.isNumber;
  expect(new Set(items.map(({ number }) => number?.qualifier ?? false))).toEqual(new Set([true, false]));
  for (const item of items) expect(isNumber(item), item.itemId).toBe(!item.number?.qualifier);
});

/** Three drugs, of which the second has no dosage, and the last no name. */
const drugs: CaseContent = {
  rows: [
    ...[1, 2, 3].map((rowNo) => ({ group: 'G.k', rowNo, rowNo2: 0, rowNo3: 0 })),
    ...[
      [1, 1],
      [1, 2],
      [3, 1],
    ].map(([rowNo = 0, rowNo2 = 0]) => ({ group: 'G.k.4.r', rowNo, rowNo2, rowNo3: 0 })),
  ].map((row) => ({ ...row, rowId: '', sort: row.rowNo2 || row.rowNo, deleted: false })),
  values: [
    { ...addressAt('G.k.2.2', [1]), ...EMPTY_VALUE, value: 'A' },
    { ...addressAt('G.k.2.2', [2]), ...EMPTY_VALUE, value: 'B' },
    { ...addressAt('G.k.4.r.8', [1, 1]), ...EMPTY_VALUE, value: '5 mg' },
    { ...addressAt('G.k.4.r.8', [1, 2]), ...EMPTY_VALUE, value: '7 mg' },
    { ...addressAt('G.k.4.r.8', [3, 1]), ...EMPTY_VALUE, value: '9 mg' },
  ],
};

it.each([
  ['joined', ['A | B | ', '5 mg; 7 mg |  | 9 mg', '']],
  ['spread', ['A', 'B', '', '5 mg; 7 mg', '', '9 mg', '', '', '']],
] as const)('has what is said of a drug at the place of the drug, %s', (repeats, expected) => {
  const options: LayoutOptions = {
    catalogue,
    items: ['G.k.2.2', 'G.k.4.r.8', 'G.k.11'].flatMap((itemId) => catalogue.items[itemId] ?? []),
    language: 'en',
    layout: 'case',
    block: '',
    repeats,
    codes: 'code',
    labelOf: () => undefined,
  };
  const widths = new Map<string, number>();
  widen(widths, options, drugs);
  const { columns, rowsOf } = fileLayout(options, widths);
  const [row] = rowsOf({ caseKey: 1, caseNo: 'C-1', versionNo: 1, content: drugs });
  expect(row?.slice(2)).toEqual(expected);
  expect(columns).toHaveLength(row?.length ?? 0);
});

it('has all values of a case that got more of them since the columns were counted', () => {
  const item = catalogue.items[catalogue.roles['reactionVerbatim'] ?? ''];
  if (!item) throw new Error('no item of a reaction');
  const group = item.groups.at(-1) ?? '';
  const texts = ['Rash', 'Itching', 'Fever'];
  const content: CaseContent = {
    rows: texts.map((text, index) => ({
      group,
      rowNo: index + 1,
      rowNo2: 0,
      rowNo3: 0,
      rowId: text,
      sort: index,
      deleted: false,
    })),
    values: texts.map((value, index) => ({
      itemId: item.itemId,
      rowNo: index + 1,
      rowNo2: 0,
      rowNo3: 0,
      value,
      nullFlavor: null,
      notation: null,
    })),
  };
  const cellsFor = (width: number) =>
    fileLayout(
      {
        catalogue,
        language: 'en',
        layout: 'case',
        repeats: 'spread',
        codes: 'code',
        labelOf: () => undefined,
        block: '',
        items: [item],
      },
      new Map([[item.itemId, width]]),
    ).rowsOf({ caseKey: 1, caseNo: 'C', versionNo: 1, content });
  expect(cellsFor(2)).toEqual([['C', 1, 'Rash', 'Itching | Fever']]);
  expect(cellsFor(3)).toEqual([['C', 1, ...texts]]);
  expect(cellsFor(4)).toEqual([['C', 1, ...texts, '']]);
});
