/** Pasting a table: read as spreadsheets write it, understood by headings, refused cell by cell, done in one step. */
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { ALL_ITEMS, type UserItemRights } from '../../../shared/access/userItemRights.ts';
import type { CaseValue } from '../../../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { CodeList } from '../services.ts';
import { createPageSession } from '../session/pageSession.ts';
import { guessColumns, pasteItems, withColumn, type Mapping } from './columns.ts';
import { applyPaste, emptyRows, planPaste, roomFor } from './plan.ts';
import { readCell } from '../../../shared/entry/readCell.ts';
import { readTsv, writeTsv, type CopiedTable } from './readTable.ts';

const pages = new URL('../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);
const NOW = { at: new Date('2026-01-15T00:00:00Z'), timeZone: 'Asia/Seoul' };
const DOSAGES = 'G.k.4.r';
const DRUG = [1];

describe('tab-separated text', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'é', '약', '"', '\t', '\n', ' ', '1'), maxLength: 6 })
    .map((text) => text.trim());
  const filled = fc.constantFrom('x', 'y"z', 'two\nlines');

  it('gives back every table that a spreadsheet wrote', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.gen(),
        (width, height, g) => {
          const table = Array.from({ length: height }, () =>
            Array.from({ length: width }, () => g(() => cell)),
          );
          // Trailing empty cells are indistinguishable from missing ones.
          table[height - 1] = Array.from({ length: width }, () => g(() => filled));
          expect(readTsv(writeTsv(table))).toEqual(table);
          expect(readTsv(`${writeTsv(table)}\r\n`)).toEqual(table);
        },
      ),
    );
  });

  it('never fails, and answers rows of one length', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\t', '\n', '\r', 'a', ' ') }), (text) => {
        expect(new Set(readTsv(text).map((row) => row.length)).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('takes a quote inside of a cell as what it is', () => {
    expect(readTsv('5" tube\t"as "needed"" daily\n')).toEqual([['5" tube', '"as "needed"" daily']]);
  });
});

const items = pasteItems(catalogue, DOSAGES);
const itemOf = (itemId: string): CatalogueItem => {
  const found = catalogue.items[itemId];
  if (!found) throw new Error(`no item ${itemId}`);
  return found;
};
const group = catalogue.groups[DOSAGES] as CatalogueGroup;
const label = (itemId: string, language: 'en' | 'ko') => itemOf(itemId).label[language];

describe('columns', () => {
  it('are recognised by id, by id and words, and by the label in any language', () => {
    const table = [
      ['g.k.4.r.8', label('G.k.4.r.7', 'ko'), `G.k.4.r.4 ${label('G.k.4.r.4', 'en')}`, 'Remark'],
      ['', '', '', ''],
    ];
    expect(guessColumns(items, table, group.summary)).toEqual({
      hasHeading: true,
      mapping: ['G.k.4.r.8', 'G.k.4.r.7', 'G.k.4.r.4', null],
    });
  });

  it('are recognised by words of one label alone, a unit by the column before it', () => {
    const table = [
      ['Lot', 'Unit', 'Dose', 'Unit', 'Start'],
      ['', '', '', '', ''],
    ];
    expect(guessColumns(items, table, group.summary).mapping).toEqual([
      'G.k.4.r.7',
      null,
      'G.k.4.r.1a',
      'G.k.4.r.1b',
      'G.k.4.r.4',
    ]);
  });

  it('follow the summary of the rows where there is no heading', () => {
    const { hasHeading, mapping } = guessColumns(items, [['5', '2024']], group.summary);
    expect(hasHeading).toBe(false);
    expect(mapping).toEqual(
      group.summary.filter((id) => items.some(({ itemId }) => itemId === id)).slice(0, 2),
    );
  });

  it('give an item up when another column takes it', () => {
    expect(withColumn(['a', 'b', null], 2, 'a')).toEqual([null, 'b', 'a']);
  });
});

const codes: CodeList = {
  codes: [
    { code: '048', label: 'Oral' },
    { code: '058', label: 'Subcutaneous' },
  ],
  open: false,
  cached: true,
};
const read = (itemId: string, text: string) => readCell(text, itemOf(itemId), { codes, now: NOW });

describe('a cell', () => {
  it('is read like an entry in the field', () => {
    expect(read('G.k.4.r.4', '5 MAR 2024')).toEqual({
      kind: 'value',
      value: '20240305',
      shown: '2024-03-05',
    });
    expect(read('G.k.4.r.10.2b', 'oral')).toMatchObject({ kind: 'value' });
    expect(read('G.k.4.r.1a', '2,5')).toMatchObject({ kind: 'value', value: '2.5' });
    expect(read('G.k.4.r.4', '[ASKU]')).toEqual({ kind: 'nullFlavor', nullFlavor: 'ASKU' });
    expect(read('G.k.4.r.7', 'UNK')).toMatchObject({ kind: 'value', value: 'UNK' });
    expect(read('G.k.4.r.4', ' ')).toEqual({ kind: 'empty' });
  });

  it('is as long as its characters are many, of whatever script', () => {
    const rare = '\u{20bb7}'.repeat(35);
    expect(read('G.k.4.r.7', rare)).toMatchObject({ kind: 'value', value: rare });
    expect(read('G.k.4.r.7', `${rare}x`)).toMatchObject({ problem: { kind: 'tooLong' } });
  });

  it('is refused with the reason, never cut or guessed', () => {
    expect(read('G.k.4.r.4', '2024-02-30')).toMatchObject({ problem: { kind: 'date', why: 'noSuchDay' } });
    expect(read('G.k.4.r.4', '2031')).toMatchObject({
      kind: 'refused',
      problem: { kind: 'date', why: 'future' },
    });
    expect(read('G.k.4.r.1a', '12 mg')).toMatchObject({ problem: { kind: 'noNumber' } });
    expect(read('G.k.4.r.1a', '1,234.5')).toMatchObject({ problem: { kind: 'ambiguousNumber' } });
    expect(read('G.k.4.r.7', 'x'.repeat(99))).toEqual({
      kind: 'refused',
      problem: { kind: 'tooLong', max: 35 },
    });
    expect(read('G.k.4.r.1b', 'furlongs')).toMatchObject({ problem: { kind: 'notInList' } });
    expect(read('G.k.4.r.4', '[NI]')).toMatchObject({
      problem: { kind: 'nullFlavor', allowed: ['MSK', 'ASKU', 'NASK'] },
    });
    expect(read('G.k.2.5', '[UNK]')).toMatchObject({ problem: { kind: 'nullFlavor' } });
    expect(read('G.k.2.5', 'no')).toMatchObject({ problem: { kind: 'trueOnly' } });
    expect(read('G.k.2.5', 'perhaps')).toMatchObject({ problem: { kind: 'noYesOrNo' } });
  });

  it('of a coded item is the term that it names, or is refused where it is a word of no term', () => {
    const route = itemOf('G.k.4.r.10.2b');
    const term = { code: '20053000', term: 'Oral use', version: null, parents: [] };
    expect(readCell('oral USE', route, { codes: null, term, now: NOW })).toEqual({
      kind: 'value',
      value: '20053000',
      shown: 'Oral use',
      version: null,
    });
    const unknown = (text: string) => readCell(text, route, { codes: null, term: null, now: NOW });
    expect(unknown('by mouth')).toMatchObject({ problem: { kind: 'noTerm' } });
    expect(unknown('20999999')).toMatchObject({ kind: 'value', value: '20999999' });
    expect(readCell('20999999', route, { codes, term: null, now: NOW })).toMatchObject({ kind: 'refused' });
  });

  it('never holds more than the item takes, whatever was copied', () => {
    fc.assert(
      fc.property(fc.constantFrom(...items), fc.string({ maxLength: 3000 }), (item, text) => {
        const result = readCell(text, item, { codes, now: NOW });
        if (result.kind === 'nullFlavor') expect(item.nullFlavors).toContain(result.nullFlavor);
        if (result.kind === 'value' && item.maxLength !== null && item.control === 'text')
          expect(result.value.length).toBeLessThanOrEqual(item.maxLength);
      }),
    );
  });
});

it('offers no item that the user may only read, or not see', () => {
  const ids = (rights: Partial<UserItemRights>) =>
    pasteItems(catalogue, DOSAGES, { ...ALL_ITEMS, ...rights }).map(({ itemId }) => itemId);
  expect(ids({})).toEqual(expect.arrayContaining(['G.k.4.r.7', 'G.k.4.r.8']));
  expect(ids({ readOnlyItems: ['G.k.4.r.7'] })).not.toContain('G.k.4.r.7');
  expect(ids({ hidden: ['G.k.4.r.8'] })).not.toContain('G.k.4.r.8');
});

describe('a paste', () => {
  const open = () => {
    const session = createPageSession({
      content: { values: [], rows: [] },
      catalogue,
      page: 'DG',
      rowNo: 1,
      readOnly: false,
    });
    return session;
  };
  const mapping: Mapping = ['G.k.4.r.7', 'G.k.4.r.4'];
  const plan = (table: CopiedTable, room = Infinity) =>
    planPaste({
      table,
      hasHeading: false,
      mapping,
      items,
      codes: new Map(),
      terms: new Map(),
      now: NOW,
      room,
    });
  const texts = (session: ReturnType<typeof open>): (string | null)[] =>
    session.store
      .get(session.rows(DOSAGES, DRUG))
      .map(({ rowNo2 }) => session.get(addressAt('G.k.4.r.7', [1, rowNo2])).value);

  it('writes the good cells of every row, and is one step to undo', () => {
    const session = open();
    applyPaste(
      session,
      group,
      DRUG,
      plan([
        ['A', '2024'],
        ['B', 'nonsense'],
        ['', ''],
      ]),
      [],
    );
    expect(texts(session)).toEqual(['A', 'B']);
    expect(session.get(addressAt('G.k.4.r.4', [1, 1])).value).toBe('2024');
    expect(session.get(addressAt('G.k.4.r.4', [1, 2])).value).toBeNull();
    session.undo();
    expect(session.changes()).toEqual({ items: [], rows: [] });
    session.redo();
    expect(texts(session)).toEqual(['A', 'B']);
  });

  it('fills the rows that say nothing before it adds any', () => {
    const session = open();
    session.addRow(DOSAGES, DRUG);
    session.addRow(DOSAGES, DRUG);
    session.setValue(addressAt('G.k.4.r.7', [1, 1]), 'kept');
    const empty: RowPath[] = emptyRows(session, catalogue, group, DRUG);
    expect(empty).toEqual([[1, 2]]);
    applyPaste(session, group, DRUG, plan([['A'], ['B']]), empty);
    expect(texts(session)).toEqual(['kept', 'A', 'B']);
  });

  it('takes no row for an empty one that says anything, also what no table fills', () => {
    for (const { itemId, page, groups, computed } of Object.values(catalogue.items)) {
      const around = groups.flatMap((name) => catalogue.groups[name] ?? []);
      const own = around.at(-1);
      if (!own || own.rowsOf !== null || computed !== null) continue;
      const numbers = (depth: number) => ({ rowNo: 1, rowNo2: depth > 1 ? 1 : 0, rowNo3: depth > 2 ? 1 : 0 });
      const rows = groups.map((name, at) => {
        return { group: name, ...numbers(at + 1), rowId: name, sort: 1, deleted: false };
      });
      const parent = groups.slice(1).map(() => 1);
      const session = (values: CaseValue[]) =>
        createPageSession({ content: { values, rows }, catalogue, page, rowNo: 1, readOnly: false });
      const filled = { itemId, ...numbers(groups.length), value: 'x', nullFlavor: null, notation: null };
      expect([itemId, emptyRows(session([filled]), catalogue, own, parent)]).toEqual([itemId, []]);
    }
  });

  it('stores no more rows than the group takes, and says which are over', () => {
    const limited = { ...group, max: 3 };
    const session = open();
    session.addRow(DOSAGES, DRUG);
    const room = roomFor(session, limited, DRUG, 0);
    const { rows, stored } = plan([['A'], [''], ['B'], ['C']], room);
    expect(stored).toBe(2);
    expect(rows.map(({ state }) => state)).toEqual(['stored', 'empty', 'stored', 'over']);
  });

  it('leaves what stood before as it was, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 40 }), fc.string({ maxLength: 12 }))), (table) => {
        const session = open();
        session.addRow(DOSAGES, DRUG);
        session.setValue(addressAt('G.k.4.r.7', [1, 1]), 'kept');
        const before = session.changes();
        applyPaste(session, group, DRUG, plan(table), []);
        expect(session.get(addressAt('G.k.4.r.7', [1, 1])).value).toBe('kept');
        if (plan(table).stored > 0) session.undo();
        expect(session.changes()).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });
});
