/** Laws of the cells, over any sequence of edits, saves and contents read again. */
import { createStore } from 'jotai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseValue } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../../shared/case/itemValue.ts';
import { createCells, type Cells } from './cells.ts';
import type { Renumbering } from './renumbering.ts';

const ADDRESSES = [1, 2, 3].flatMap((row) => [addressAt('A.r.1', [row]), addressAt('A.r.2', [row])]);
const KEYS = ADDRESSES.map(addressKey);
const READ_AT = '2026-01-01T00:00:00.000Z';
const at = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;

const itemValue = (value: string | null): ItemValue => ({ ...EMPTY_VALUE, value });
const content = (texts: readonly (string | null)[]): CaseValue[] =>
  ADDRESSES.map((address, index) => ({ ...address, ...itemValue(texts[index] ?? null) }));

const text = fc.option(fc.constantFrom('a', 'b', 'c'));
const texts = fc.array(text, { minLength: KEYS.length, maxLength: KEYS.length });
const address = fc.constantFrom(...ADDRESSES);

type Step = (cells: Cells, minute: number) => void;

const write: fc.Arbitrary<Step> = fc.tuple(address, text).map(
  ([where, value]) =>
    (cells) =>
      cells.write(addressKey(where), where, itemValue(value)),
);
const save: fc.Arbitrary<Step> = fc.constant((cells, minute) =>
  cells.acknowledge(
    ADDRESSES.filter((where) => cells.dirty.has(addressKey(where))).map((where) => ({
      ...where,
      ...cells.current(addressKey(where)),
    })),
    at(minute),
  ),
);
const read: fc.Arbitrary<Step> = texts.map(
  (fresh) => (cells, minute) => cells.rebase(content(fresh), at(minute)),
);
const receive: fc.Arbitrary<Step> = fc.tuple(address, text).map(
  ([where, value]) =>
    (cells, minute) =>
      void cells.receive(addressKey(where), itemValue(value), at(minute)),
);
const steps = fc.array(fc.oneof(write, save, read, receive), { maxLength: 12 });

const open = (original: readonly (string | null)[], isDiscarded = (_: ItemAddress) => false) => {
  const store = createStore();
  return { store, cells: createCells(store, content(original), READ_AT, isDiscarded) };
};
const run = (cells: Cells, all: readonly Step[]): void =>
  all.forEach((step, index) => step(cells, index + 1));

describe('cells', () => {
  it('are dirty exactly where the current value differs from the original', () => {
    fc.assert(
      fc.property(texts, steps, (original, all) => {
        const { cells } = open(original);
        run(cells, all);
        const differing = KEYS.filter((key) => differs(cells.current(key), cells.original(key)));
        expect([...cells.dirty].sort()).toEqual(differing.sort());
      }),
    );
  });

  it('show what they hold, whenever a view was taken', () => {
    fc.assert(
      fc.property(texts, steps, fc.nat(12), (original, all, takenAfter) => {
        const { cells, store } = open(original);
        run(cells, all.slice(0, takenAfter));
        const views = KEYS.map((key) => cells.views.view(key));
        run(cells, all.slice(takenAfter));
        expect(views.map((view) => store.get(view))).toEqual(
          KEYS.map((key) => {
            const [current, now] = [cells.current(key), cells.original(key)];
            const changed = differs(current, now);
            const overtaken = changed && differs(cells.startedFrom(key), now);
            return { current, original: now, changed, overtaken };
          }),
        );
      }),
    );
  });

  it('follow content read again where they are unchanged, and keep changes', () => {
    fc.assert(
      fc.property(texts, steps, texts, (original, all, fresh) => {
        const { cells } = open(original);
        run(cells, all);
        const changes = new Map([...cells.dirty].map((key) => [key, cells.current(key)]));
        cells.rebase(content(fresh), at(59));
        KEYS.forEach((key, index) => {
          const change = changes.get(key);
          expect(cells.current(key).value).toBe(change ? change.value : (fresh[index] ?? null));
          expect(cells.original(key).value).toBe(fresh[index] ?? null);
        });
      }),
    );
  });

  it('remember what a change started from, however often the page is read again', () => {
    fc.assert(
      fc.property(
        texts,
        address,
        fc.array(texts, { minLength: 1, maxLength: 4 }),
        (original, where, reads) => {
          const { cells } = open(original);
          const key = addressKey(where);
          const before = cells.original(key);
          cells.write(key, where, itemValue('mine'));
          reads.forEach((fresh, index) => cells.rebase(content(fresh), at(index + 1)));
          expect(cells.startedFrom(key).value).toBe(before.value);
          expect(cells.basedOn(key)).toBe(READ_AT);
        },
      ),
    );
  });

  it('have no changes left after a save of all of them', () => {
    fc.assert(
      fc.property(texts, steps, (original, all) => {
        const { cells } = open(original);
        run(cells, all);
        const now = KEYS.map((key) => cells.current(key).value);
        const sent = [...cells.dirty];
        cells.acknowledge(
          ADDRESSES.filter((where) => sent.includes(addressKey(where))).map((where) => ({
            ...where,
            ...cells.current(addressKey(where)),
          })),
          at(59),
        );
        expect(cells.dirty.size).toBe(0);
        expect(KEYS.map((key) => cells.current(key).value)).toEqual(now);
      }),
    );
  });

  it('ignore a save that is older than the page', () => {
    const { cells } = open(['a']);
    const [where] = ADDRESSES;
    const [key = ''] = KEYS;
    if (!where) throw new Error('no address');
    cells.rebase(content(['newer']), at(9));
    cells.acknowledge([{ ...where, ...itemValue('older') }], at(3));
    expect(cells.original(key).value).toBe('newer');
    expect(cells.dirty.size).toBe(0);
  });

  it('keep values of a discarded row, which are no changes', () => {
    const { cells } = open([], ({ rowNo }) => rowNo === 1);
    for (const where of ADDRESSES) cells.write(addressKey(where), where, itemValue('x'));
    expect(ADDRESSES.filter((where) => cells.dirty.has(addressKey(where))).map(({ rowNo }) => rowNo)).toEqual(
      [2, 2, 3, 3],
    );
    expect(cells.current(KEYS[0] ?? '').value).toBe('x');
  });

  it('move with their rows, and back again', () => {
    const by = (step: number): Renumbering => ({
      isEmpty: false,
      row: (row) => row,
      address: (where) => ({ ...where, rowNo: where.rowNo + step }),
    });
    fc.assert(
      fc.property(fc.array(write, { minLength: 1, maxLength: 6 }), (all) => {
        const { cells } = open([]);
        run(cells, all);
        const before = KEYS.map((key) => cells.current(key).value);
        const dirty = [...cells.dirty].sort();
        cells.move(by(10));
        expect(KEYS.every((key) => cells.current(key).value === null)).toBe(true);
        cells.move(by(-10));
        expect(KEYS.map((key) => cells.current(key).value)).toEqual(before);
        expect([...cells.dirty].sort()).toEqual(dirty);
      }),
    );
  });
});
