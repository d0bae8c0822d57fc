/** Laws of a copy, over any content of the real catalogue. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from './caseContent.ts';
import { copyContent, excludedFromCopy } from './copyContent.ts';
import { addressAt, addressKey, rowPathOf } from './itemAddress.ts';
import { EMPTY_VALUE } from './itemValue.ts';

const catalogue = compileCatalogue(realSources);
const ALL = new Set(Object.keys(catalogue.pages));
const CREATED_AT = '20260102030405+0000';
const created = catalogue.roles['creationDate'] ?? '';
const items = Object.values(catalogue.items);
const groups = Object.values(catalogue.groups).filter(({ rowsOf }) => rowsOf === null);
const number = fc.integer({ min: 1, max: 3 });
const path = (depth: number) => fc.tuple(...Array.from({ length: depth }, () => number));

const anyRow: fc.Arbitrary<CaseRow> = fc.constantFrom(...groups).chain((group) =>
  fc.record({ path: path(group.groups.length), deleted: fc.boolean() }).map(({ path: numbers, deleted }) => {
    const { rowNo, rowNo2, rowNo3 } = addressAt(group.group, numbers);
    return { group: group.group, rowNo, rowNo2, rowNo3, rowId: 'of the source', sort: rowNo, deleted };
  }),
);
const anyValue: fc.Arbitrary<CaseValue> = fc.constantFrom(...items).chain((item) =>
  path(item.groups.length).map((numbers) => ({
    ...addressAt(item.itemId, numbers),
    ...EMPTY_VALUE,
    value: 'x',
  })),
);
const anyContent: fc.Arbitrary<CaseContent> = fc.record({
  values: fc.uniqueArray(anyValue, { selector: addressKey, maxLength: 60 }),
  rows: fc.uniqueArray(anyRow, { selector: rowKey, maxLength: 30 }),
});
const anyPages = fc.subarray([...ALL]).map((pages) => new Set(pages));

let ids = 0;
const copied = (content: CaseContent, pages: ReadonlySet<string> = ALL, attachments = true) =>
  copyContent(
    catalogue,
    content,
    { pages, attachments },
    { createdAt: CREATED_AT, newUuid: () => `id ${(ids += 1)}` },
  );

it('has roles for everything that belongs to one case alone', () => {
  expect(excludedFromCopy(catalogue).items).toHaveLength(10);
  expect(excludedFromCopy(catalogue).groups).toHaveLength(1);
  expect(created).not.toBe('');
});

it('contains nothing that the source does not have, except the date of creation', () => {
  fc.assert(
    fc.property(anyContent, anyPages, fc.boolean(), (content, pages, attachments) => {
      const was = new Set(content.values.map(addressKey));
      const { values, rows } = copied(content, pages, attachments);
      const copiedValues = values.filter(({ itemId }) => itemId !== created);
      expect(copiedValues.every((value) => was.has(addressKey(value)))).toBe(true);
      expect(values.filter(({ itemId }) => itemId === created)).toMatchObject([{ value: CREATED_AT }]);
      const wereRows = new Set(content.rows.map(rowKey));
      expect(rows.every((row) => wereRows.has(rowKey(row)))).toBe(true);
    }),
  );
});

it('contains nothing that belongs to one case alone, to an unselected page, or to a deleted row', () => {
  const { items: emptied, groups: dropped } = excludedFromCopy(catalogue);
  const alone = new Set(emptied.map(({ itemId }) => itemId));
  fc.assert(
    fc.property(anyContent, anyPages, (content, pages) => {
      const deletedRows = content.rows.filter(({ deleted }) => deleted);
      const { values, rows } = copied(content, pages);
      for (const value of values.filter(({ itemId }) => itemId !== created)) {
        const item = catalogue.items[value.itemId];
        expect(alone.has(value.itemId)).toBe(false);
        expect(pages.has(item?.page ?? '')).toBe(true);
        expect(item?.groups.some((group) => dropped.includes(group))).toBe(false);
        const numbers = rowPathOf(value, 3);
        for (const row of deletedRows) {
          // rows that borrow a deleted row of another group
          for (const [depth, group] of (item?.groups ?? []).entries()) {
            const isIn =
              group === row.group && rowPathOf(row, depth + 1).every((no, at) => no === numbers[at]);
            const isOf = catalogue.groups[group]?.rowsOf === row.group && numbers[depth] === row.rowNo;
            expect(isIn || isOf).toBe(false);
          }
        }
      }
      expect(rows.some(({ deleted }) => deleted)).toBe(false);
      expect(rows.some(({ rowId }) => rowId === 'of the source')).toBe(false);
    }),
  );
});

it('contains everything else', () => {
  const { items: emptied, groups: dropped } = excludedFromCopy(catalogue);
  const alone = new Set([created, ...emptied.map(({ itemId }) => itemId)]);
  fc.assert(
    fc.property(anyContent, ({ values, rows }) => {
      const live = rows.map((row) => ({ ...row, deleted: false }));
      const copy = copied({ values, rows: live });
      const expected = values.filter(
        ({ itemId }) =>
          !alone.has(itemId) && !catalogue.items[itemId]?.groups.some((group) => dropped.includes(group)),
      );
      expect(copy.values.filter(({ itemId }) => itemId !== created)).toEqual(expected);
      expect(copy.rows.map(rowKey)).toEqual(
        live
          .filter(({ group }) => !catalogue.groups[group]?.groups.some((one) => dropped.includes(one)))
          .map(rowKey),
      );
    }),
  );
});

it('omits the files and keeps the descriptions of the documents', () => {
  const attachments = items.filter(({ control }) => control === 'attachment');
  expect(attachments.length).toBeGreaterThan(0);
  const values = items
    .filter(({ groups: around }) => attachments.some((item) => item.groups.join() === around.join()))
    .map(({ itemId, groups: around }) => ({
      ...addressAt(
        itemId,
        around.map(() => 1),
      ),
      ...EMPTY_VALUE,
      value: 'x',
    }));
  const without = copied({ values, rows: [] }, ALL, false).values.map(({ itemId }) => itemId);
  expect(without.some((itemId) => catalogue.items[itemId]?.control === 'attachment')).toBe(false);
  expect(without.length).toBe(values.length - attachments.length + 1);
});
