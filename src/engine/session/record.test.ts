/** A read-only session that shows a former state and marks where it differed from an earlier one. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import type { CaseContent, CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { createPageSession } from './pageSession.ts';

const pages = new URL('../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages).map((file) => ({
    file: `pages/${file}`,
    text: readFileSync(new URL(file, pages), 'utf8'),
  })),
);
const NAME = addressAt('G.k.2.2', [1]);
const LOT = addressAt('G.k.4.r.7', [1, 1]);
const row = (group: string, rowNo: number, rowNo2 = 0, more: Partial<CaseRow> = {}): CaseRow => ({
  group,
  rowNo,
  rowNo2,
  rowNo3: 0,
  rowId: `${group}-${rowNo}-${rowNo2}`,
  sort: rowNo2 || rowNo,
  deleted: false,
  ...more,
});
const valueAt = (address: typeof NAME, value: string) => ({ ...address, ...EMPTY_VALUE, value });

const before: CaseContent = {
  values: [valueAt(NAME, 'Old name'), valueAt(LOT, 'lot')],
  rows: [row('G.k', 1), row('G.k.4.r', 1, 1), row('G.k.4.r', 1, 2)],
};
const then: CaseContent = {
  values: [valueAt(NAME, 'New name')],
  rows: [row('G.k', 1), row('G.k.4.r', 1, 1), row('G.k.4.r', 1, 2, { deleted: true }), row('G.k.4.r', 1, 3)],
};
const open = (was: CaseContent) =>
  createPageSession({ catalogue, page: 'DG', rowNo: 1, readOnly: false, content: then, before: was });

describe('a record of a moment', () => {
  it('shows what was said then, and tells what had been there before', () => {
    const session = open(before);
    expect(session.store.get(session.view(NAME))).toMatchObject({
      changed: true,
      current: { value: 'New name' },
      original: { value: 'Old name' },
    });
    expect(session.store.get(session.view(LOT))).toMatchObject({
      changed: true,
      current: { value: null },
      original: { value: 'lot' },
    });
    const rows = session.store.get(session.rows('G.k.4.r', [1]));
    expect(rows.map(({ rowNo2, deleted }) => [rowNo2, deleted])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(rows.map((one) => session.isRowChanged(one))).toEqual([false, true, true]);
  });

  it('has no marks where nothing was changed, and no row that was not there yet', () => {
    const session = open(then);
    expect(session.store.get(session.dirtyCount)).toBe(0);
    expect(session.changes()).toEqual({ items: [], rows: [] });
    const earlier = createPageSession({
      catalogue,
      page: 'DG',
      rowNo: 1,
      readOnly: true,
      content: before,
      before: then,
    });
    expect(earlier.store.get(earlier.rows('G.k.4.r', [1]))).toHaveLength(2);
  });

  it('takes no writing', () => {
    const session = open(before);
    expect(session.readOnly).toBe(true);
    expect(() => session.setValue(NAME, 'x')).toThrow(/read-only/);
  });
});
