import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowKey, type CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import { openCatalogue } from '../../catalogue/catalogueSource.ts';
import { contentOf, docsOf } from './pageDoc.ts';

const { whole } = openCatalogue();
const change = { at: new Date('2025-01-01T00:00:00.000Z'), by: 'somebody' };
const groups = Object.values(whole.groups).filter(({ rowsOf }) => rowsOf === null);

/** Rows 1 to n in every group below every row, and values anywhere in them. */
const aCase = fc
  .record({
    count: fc.integer({ min: 1, max: 2 }),
    picks: fc.array(fc.nat(), { maxLength: 40 }),
    struck: fc.nat(5),
  })
  .map(({ count, picks, struck: deletedRows }): CaseContent => {
    const paths = (depth: number): number[][] =>
      depth === 0
        ? [[]]
        : paths(depth - 1).flatMap((path) => Array.from({ length: count }, (_, at) => [...path, at + 1]));
    const rows = groups.flatMap(({ group, groups: around }) =>
      paths(around.length).map((path, at) => {
        const { rowNo, rowNo2, rowNo3 } = addressAt('', path);
        return {
          group,
          rowNo,
          rowNo2,
          rowNo3,
          rowId: crypto.randomUUID(),
          sort: at,
          deleted: at === deletedRows,
        };
      }),
    );
    const items = Object.values(whole.items);
    const values = picks.flatMap((pick) => {
      const item = items[pick % items.length];
      const address =
        item &&
        addressAt(
          item.itemId,
          item.groups.map(() => (pick % count) + 1),
        );
      return address ? [{ ...address, value: `v${pick}`, nullFlavor: null, notation: '주' }] : [];
    });
    return { values: [...new Map(values.map((value) => [addressKey(value), value])).values()], rows };
  });

const sorted = ({ values, rows }: CaseContent) => ({
  values: values.toSorted((a, b) => (addressKey(a) < addressKey(b) ? -1 : 1)),
  rows: rows.toSorted((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1)),
});

it('gives back exactly what was stored', () => {
  fc.assert(
    fc.property(aCase, (content) => {
      expect(sorted(contentOf(docsOf(whole, content, change)))).toEqual(sorted(content));
    }),
  );
});

it('keeps one document a form page and one a row of a page of rows', () => {
  fc.assert(
    fc.property(aCase, (content) => {
      const docs = docsOf(whole, content, change);
      expect(new Set(docs.map(({ page, rowNo }) => `${page}|${rowNo}`)).size).toBe(docs.length);
      for (const { page, rowNo, rowId } of docs) {
        expect([rowNo > 0, rowId !== null]).toEqual(Array(2).fill(whole.pages[page]?.kind === 'rows'));
      }
    }),
  );
});

it('refuses what the catalogue does not know, and values in rows that are not there', () => {
  const itemValue = { value: 'x', nullFlavor: null, notation: null };
  const store =
    (itemId: string, ...path: number[]) =>
    () =>
      docsOf(whole, { values: [{ ...addressAt(itemId, path), ...itemValue }], rows: [] }, change);
  expect(store('X.1')).toThrow('item X.1 is not in the catalogue');
  expect(store('G.k.2.2', 1)).toThrow('row 1 of page DG');
});
