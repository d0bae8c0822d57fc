/** Laws of rows: their order, their numbers, and which of them are changes. */
import { readFileSync, readdirSync } from 'node:fs';
import { createStore } from 'jotai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { createRows, type Rows } from './rows.ts';

const pages = new URL('../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);
const GROUP = 'G.k.4.r';
const PARENT = [1];

const row = (rowNo2: number, more: Partial<CaseRow> = {}): CaseRow => {
  const numbers = { rowNo: 1, rowNo2, rowNo3: 0 };
  return { group: GROUP, ...numbers, rowId: `stored-${rowNo2}`, sort: rowNo2, deleted: false, ...more };
};
const open = (count: number) => {
  const store = createStore();
  const stored = Array.from({ length: count }, (_, index) => row(index + 1));
  const rows = createRows(store, catalogue, stored, null);
  const list = () => store.get(rows.list(GROUP, PARENT));
  return { rows, list, stored };
};
const put = (rows: Rows, all: readonly CaseRow[]): void =>
  void rows.write(all.map((one) => [rowKey(one), one]));

type Step = { do: 'add' | 'delete' | 'restore' | 'up' | 'down'; which: number };
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do']>('add', 'delete', 'restore', 'up', 'down'),
    which: fc.nat(5),
  }),
  { maxLength: 12 },
);
const count = fc.integer({ min: 0, max: 4 });

function run({ rows, list }: ReturnType<typeof open>, all: readonly Step[]): void {
  for (const { do: what, which } of all) {
    const chosen = list()[which];
    if (what === 'add') put(rows, [rows.next(GROUP, PARENT)]);
    else if (!chosen) continue;
    else if (what === 'up' || what === 'down') put(rows, rows.moved(chosen, what === 'up' ? -1 : 1));
    else put(rows, [{ ...chosen, deleted: what === 'delete' }]);
  }
}

describe('rows', () => {
  it('are listed in the order of their sort, each exactly once', () => {
    fc.assert(
      fc.property(count, steps, (stored, all) => {
        const opened = open(stored);
        run(opened, all);
        const sorts = opened.list().map(({ sort }) => sort);
        expect(sorts).toEqual([...sorts].sort((a, b) => a - b));
        expect(new Set(opened.list().map(rowKey)).size).toBe(opened.list().length);
        expect(opened.list().length).toBe(stored + all.filter((step) => step.do === 'add').length);
      }),
    );
  });

  it('get a number that no row of the list ever had', () => {
    fc.assert(
      fc.property(count, steps, (stored, all) => {
        const opened = open(stored);
        run(opened, all);
        const taken = opened.list().map(({ rowNo2 }) => rowNo2);
        const next = opened.rows.next(GROUP, PARENT);
        expect(next.rowNo2).toBeGreaterThan(Math.max(0, ...taken));
        expect(opened.list().every(({ sort }) => sort < next.sort)).toBe(true);
      }),
    );
  });

  it('change places with their neighbour, and back again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.nat(4), (stored, which) => {
        const { rows, list } = open(stored);
        const before = list().map(({ rowId }) => rowId);
        const from = which % (stored - 1);
        const moving = list()[from];
        if (!moving) throw new Error('no such row');
        put(rows, rows.moved(moving, 1));
        const swapped = [...before];
        [swapped[from], swapped[from + 1]] = [before[from + 1] ?? '', before[from] ?? ''];
        expect(list().map(({ rowId }) => rowId)).toEqual(swapped);
        const moved = rows.current(rowKey(moving));
        if (moved) put(rows, rows.moved(moved, -1));
        expect(list().map(({ rowId }) => rowId)).toEqual(before);
        expect(rows.dirty.size).toBe(0);
      }),
    );
  });

  it('do not move beyond the ends of their list', () => {
    const { rows, list } = open(2);
    const [first, last] = list();
    expect([first && rows.moved(first, -1), last && rows.moved(last, 1)]).toEqual([[], []]);
  });

  it('are changes exactly where they differ from what is stored; added and deleted again they are none', () => {
    fc.assert(
      fc.property(count, steps, (stored, all) => {
        const opened = open(stored);
        run(opened, all);
        const original = new Map(opened.stored.map((one) => [rowKey(one), one]));
        const expected = opened.list().filter((now) => {
          const was = original.get(rowKey(now));
          return was ? was.sort !== now.sort || was.deleted !== now.deleted : !now.deleted;
        });
        expect([...opened.rows.dirty].sort()).toEqual(expected.map(rowKey).sort());
      }),
    );
  });

  it('stay changes when the page is read again, and follow it where they are unchanged', () => {
    fc.assert(
      fc.property(count, steps, (stored, all) => {
        const opened = open(stored);
        run(opened, all);
        const changes = [...opened.rows.dirty].map((key) => opened.rows.current(key));
        const fresh = opened.stored.map((one) => ({ ...one, sort: one.sort + 100 }));
        opened.rows.rebase(fresh, null);
        for (const change of changes) if (change) expect(opened.rows.current(rowKey(change))).toEqual(change);
        const isChange = new Set(changes.map((change) => change && rowKey(change)));
        for (const one of fresh)
          if (!isChange.has(rowKey(one))) expect(opened.rows.current(rowKey(one))).toEqual(one);
      }),
    );
  });

  it('are no changes once they are acknowledged', () => {
    fc.assert(
      fc.property(count, steps, (stored, all) => {
        const opened = open(stored);
        run(opened, all);
        const sent = [...opened.rows.dirty].flatMap((key) => opened.rows.current(key) ?? []);
        opened.rows.acknowledge(sent, null);
        expect(opened.rows.dirty.size).toBe(0);
        expect(sent.every((one) => opened.rows.isStored(rowKey(one)))).toBe(true);
      }),
    );
  });
});
