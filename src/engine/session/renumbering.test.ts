/** Laws of the numbers that rows added here get beside rows that others have stored meanwhile. */
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { createPageSession } from './pageSession.ts';
import { renumbered } from './renumbering.ts';

const pages = new URL('../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);

const outer = (rowNo: number, rowId: string): CaseRow => {
  const numbers = { rowNo, rowNo2: 0, rowNo3: 0 };
  return { group: 'G.k', ...numbers, rowId, sort: rowNo, deleted: false };
};
const inner = (rowNo: number, rowNo2: number, rowId: string): CaseRow => {
  const numbers = { rowNo, rowNo2, rowNo3: 0 };
  return { group: 'G.k.4.r', ...numbers, rowId, sort: rowNo2, deleted: false };
};
const byKey = (rows: readonly CaseRow[]) => new Map(rows.map((row) => [rowKey(row), row]));

/** own rows 1..n, of which some were stored meanwhile at other numbers, beside rows of others */
const situation = fc
  .record({
    own: fc.integer({ min: 0, max: 5 }),
    others: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }),
    storedOwn: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  })
  .map(({ own, others, storedOwn }) => {
    const rows = Array.from({ length: own }, (_, index) => outer(index + 1, `own-${index + 1}`));
    const stored = [
      ...others.map((number) => outer(number, `other-${number}`)),
      ...storedOwn.filter((number) => number <= own).map((number) => outer(10 + number, `own-${number}`)),
    ];
    return { rows, stored };
  });

describe('renumbered rows', () => {
  it('share no number with each other or with a stored row that is not their own', () => {
    fc.assert(
      fc.property(situation, ({ rows, stored }) => {
        const numbers = renumbered(catalogue, rows, byKey(stored));
        const all = new Map(stored.map((row) => [rowKey(row), row.rowId]));
        for (const row of rows) {
          const now = numbers.row(row);
          const holder = all.get(rowKey(now));
          expect(holder === undefined || holder === row.rowId).toBe(true);
          all.set(rowKey(now), row.rowId);
        }
      }),
    );
  });

  it('have the number they are stored with, else their own where it is free', () => {
    fc.assert(
      fc.property(situation, ({ rows, stored }) => {
        const numbers = renumbered(catalogue, rows, byKey(stored));
        const storedById = new Map(stored.map((row) => [row.rowId, row]));
        for (const row of rows) {
          const known = storedById.get(row.rowId);
          if (known) expect(numbers.row(row).rowNo).toBe(known.rowNo);
          else expect(numbers.row(row).rowNo).toBeGreaterThanOrEqual(row.rowNo);
        }
        const collides = rows.some(
          (row) => storedById.has(row.rowId) || stored.some(({ rowNo }) => rowNo === row.rowNo),
        );
        if (!collides) expect(numbers.isEmpty).toBe(true);
      }),
    );
  });

  it('take their inner rows and values with them', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 5 }), ({ rows, stored }, parent) => {
        const child = inner(parent, 1, 'child');
        const numbers = renumbered(catalogue, [...rows, child], byKey(stored));
        const outerNow = rows.find(({ rowNo }) => rowNo === parent);
        const parentNow = outerNow ? numbers.row(outerNow).rowNo : parent;
        expect(numbers.row(child)).toMatchObject({ rowNo: parentNow, rowNo2: 1, rowId: 'child' });
        expect(numbers.address(addressAt('G.k.4.r.7', [parent, 1]))).toMatchObject({
          rowNo: parentNow,
          rowNo2: 1,
        });
      }),
    );
  });

  it('stay as they are where nothing is stored', () => {
    fc.assert(
      fc.property(situation, ({ rows }) => {
        const numbers = renumbered(catalogue, rows, new Map());
        expect(numbers.isEmpty).toBe(true);
        expect(rows.map(numbers.row)).toEqual(rows);
      }),
    );
  });
});

it('is followed by an item of a row that gives its number to one which another user has stored', () => {
  const lot = (row: number) => addressAt('G.k.4.r.7', [1, row]);
  const name = addressAt('G.k.2.2', [1]);
  const content = { values: [], rows: [] };
  const session = createPageSession({ content, catalogue, page: 'DG', rowNo: 1, readOnly: false });
  session.addRow('G.k.4.r', [1]);
  const whereIsLot = session.follow(lot(1));
  const whereIsName = session.follow(name);
  session.receiveRemote({
    values: [{ ...lot(1), value: 'of another user', nullFlavor: null, notation: null }],
    rows: [inner(1, 1, 'of another user')],
  });
  expect([whereIsLot(), whereIsName()]).toEqual([lot(2), name]);
  session.setValue(whereIsLot(), 'A 12');
  expect([session.get(lot(1)).value, session.get(lot(2)).value]).toEqual(['of another user', 'A 12']);
  session.acknowledgeSave(session.changes(), { rows: [] });
  expect(whereIsLot()).toEqual(lot(2));
});

it('is followed by the list of rows inside a row that gets another number', () => {
  const content = { values: [], rows: [] };
  const session = createPageSession({ content, catalogue, page: 'DG', rowNo: 1, readOnly: false });
  const parent = session.addRow('G.k.9.i', [1]);
  const parentNow = session.followParent('G.k.9.i.2.r', [1, parent.rowNo2]);
  const drugNow = session.followParent('G.k.4.r', [1]);
  session.receiveRemote({
    values: [],
    rows: [{ ...parent, rowId: 'of another user' }],
  });
  expect([parentNow(), drugNow()]).toEqual([[1, 2], [1]]);
});
