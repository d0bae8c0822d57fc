/** What follows from edits of an open page: in the same step, announced, taken back with it, and part of the changes. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compileCatalogue, forAppendix } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { EMPTY_ROWS, testRegion } from '../../../schemas/compile/testRegion.ts';
import { computedValues } from '../../../shared/derived/wholeCase.ts';
import { createConditions } from '../page/conditions.ts';
import { createPageSession, type PageSession } from './pageSession.ts';

const catalogue = forAppendix(compileCatalogue([...realSources, testRegion]), 'XX');
const caseValue = (itemId: string, path: number[], value: string) => ({
  ...addressAt(itemId, path),
  ...EMPTY_VALUE,
  value,
});

/** All drugs at once, so that rows differ; what the page reads of the reactions comes along. */
function openDrugs(values: CaseContent['values'] = [], inputs: CaseContent['values'] = []): PageSession {
  return createPageSession({
    content: { ...EMPTY_ROWS, values },
    catalogue,
    page: 'DG',
    rowNo: 0,
    matrix: 'G.k.9.i',
    inputs: { values: inputs, rows: EMPTY_ROWS.rows.filter(({ group }) => group === 'E.i') },
    readOnly: false,
    retrievedAt: '2026-01-01T00:00:00.000Z',
  });
}
const openCase = (page: string, inputs: CaseContent = EMPTY_ROWS) =>
  createPageSession({
    content: { ...EMPTY_ROWS, values: [] },
    catalogue,
    page,
    rowNo: 0,
    inputs,
    readOnly: false,
  });

const valueAt = (session: PageSession, itemId: string, path: number[]) =>
  session.get(addressAt(itemId, path)).value;
const changedIn = (session: PageSession) =>
  session.changes().items.map(({ value, ...address }) => `${addressKey(address)}=${value}`);

describe('an edit that hides', () => {
  it('clears in its own step, tells so, and undo brings both back; showing again does not', () => {
    const session = openDrugs([caseValue('XX.kind', [2], 'a'), caseValue('XX.clear', [2], 'text')]);
    const onCleared = vi.fn();
    session.subscribeCleared(onCleared);
    session.setValue(addressAt('XX.kind', [2]), 'b');
    expect(valueAt(session, 'XX.clear', [2])).toBeNull();
    expect(onCleared).toHaveBeenCalledExactlyOnceWith([addressAt('XX.clear', [2])]);
    expect(changedIn(session)).toContain('XX.clear|2|0|0=null');
    session.closeStep();
    session.setValue(addressAt('XX.kind', [2]), 'a');
    expect(valueAt(session, 'XX.clear', [2])).toBeNull();
    session.undo();
    expect(session.undo()).toEqual(addressAt('XX.kind', [2]));
    expect([valueAt(session, 'XX.kind', [2]), valueAt(session, 'XX.clear', [2])]).toEqual(['a', 'text']);
    expect(session.changes()).toEqual({ items: [], rows: [] });
    expect(session.redo()).toEqual(addressAt('XX.kind', [2]));
    expect(valueAt(session, 'XX.clear', [2])).toBeNull();
  });

  it('is one step with the typing that goes on, whatever came and went in between', () => {
    const session = openDrugs([caseValue('XX.kind', [1], 'a'), caseValue('XX.clear', [1], 'text')]);
    for (const typed of ['', 'b', 'a', 'ab']) session.setValue(addressAt('XX.kind', [1]), typed);
    session.undo();
    expect([valueAt(session, 'XX.kind', [1]), valueAt(session, 'XX.clear', [1])]).toEqual(['a', 'text']);
    expect(session.store.get(session.canUndo)).toBe(false);
  });

  it('keeps what is to be kept, and clears in no other row', () => {
    const all = [1, 2].flatMap((no) =>
      ['XX.keep', 'XX.clear', 'XX.held'].map((itemId) => caseValue(itemId, [no], `${itemId} ${no}`)),
    );
    const session = openDrugs([caseValue('XX.kind', [1], 'a'), caseValue('XX.kind', [2], 'a'), ...all]);
    session.setValue(addressAt('XX.kind', [1]), 'b');
    expect(all.filter((one) => session.get(one).value === null).map(addressKey)).toEqual(['XX.clear|1|0|0']);
  });

  it('clears rows that hang on another page, once that page is read anew', () => {
    const session = openDrugs([caseValue('XX.relation', [1, 4], 'r')], [caseValue('XX.term', [4], 'x')]);
    const conditions = createConditions(session, catalogue);
    const shown = (reaction: number) =>
      session.store.get(conditions.holds('value("XX.term") == "x"', 'G.k.9.i', [1, reaction]));
    expect([shown(4), shown(7)]).toEqual([true, false]);
    session.receiveRemote({
      ...EMPTY_ROWS,
      values: [],
      inputs: { ...EMPTY_ROWS, values: [caseValue('XX.term', [7], 'x')] },
      retrievedAt: '2026-01-02T00:00:00.000Z',
    });
    expect([shown(4), shown(7)]).toEqual([false, true]);
  });

  it('reaches what stands in a section and in a group inside it, though none of it is drawn', () => {
    const session = openCase('CI');
    session.setValue(addressAt('XX.flag', []), 'y');
    session.setValue(addressAt('XX.inside', []), 'i');
    session.setValue(addressAt('XX.row', [1]), 'w');
    session.setValue(addressAt('XX.flag', []), 'n');
    expect([valueAt(session, 'XX.inside', []), valueAt(session, 'XX.row', [1])]).toEqual(['i', null]);
    session.erase(addressAt('XX.flag', []));
    expect(valueAt(session, 'XX.inside', [])).toBeNull();
  });
});

describe('a computed item', () => {
  it('says on opening what it answers, without being a change, and follows each edit', () => {
    const session = openDrugs([caseValue('XX.amount', [1, 2], '4'), caseValue('XX.twice', [1, 2], 'of old')]);
    expect(valueAt(session, 'XX.twice', [1, 2])).toBe('8');
    expect(valueAt(session, 'XX.dosages', [1])).toBe('1');
    expect(session.changes().items).toEqual([]);
    session.setValue(addressAt('XX.amount', [1, 1]), '2.5');
    expect(changedIn(session)).toEqual(['XX.dosages|1|0|0=2', 'XX.amount|1|1|0=2.5', 'XX.twice|1|1|0=5']);
    session.undo();
    expect(session.changes().items).toEqual([]);
  });

  it('is written by nobody', () => {
    const session = openDrugs([caseValue('XX.amount', [1, 1], '4')]);
    const twice = addressAt('XX.twice', [1, 1]);
    session.setValue(twice, '9');
    session.erase(twice);
    session.setNullFlavor(twice, 'UNK');
    expect(session.get(twice)).toMatchObject({ value: '8', nullFlavor: null });
    expect(session.store.get(session.canUndo)).toBe(false);
  });

  it('follows what others have stored, beside own edits', () => {
    const session = openDrugs([caseValue('XX.amount', [1, 1], '4')]);
    session.setValue(addressAt('XX.amount', [1, 2]), '3');
    session.receiveRemote({ ...EMPTY_ROWS, values: [], retrievedAt: '2026-01-02T00:00:00.000Z' });
    expect([valueAt(session, 'XX.twice', [1, 1]), valueAt(session, 'XX.dosages', [1])]).toEqual([null, '1']);
    expect(changedIn(session)).toEqual(['XX.dosages|1|0|0=1', 'XX.amount|1|2|0=3', 'XX.twice|1|2|0=6']);
  });

  it('reads the pages it hangs on', () => {
    const kinds = [1, 2].map((no) => caseValue('XX.kind', [no], 'a'));
    const session = openCase('DM', { ...EMPTY_ROWS, values: kinds });
    expect(valueAt(session, 'XX.sum', [])).toBe('2');
  });
});

it('after any edits, steps back and forth, computed values are fresh; all steps back nothing is changed', () => {
  const act = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(
        fc.constantFrom('XX.kind', 'XX.clear', 'XX.next', 'XX.held'),
        fc.constantFrom('a', 'b', ''),
        fc.constant([1]),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constantFrom('XX.amount', 'XX.amountNote'),
        fc.constantFrom('1', '2', ''),
        fc.constant([1, 2]),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom('undo', 'redo', 'strike', 'close'),
        fc.constant(''),
        fc.constant([]),
      ),
    },
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40, size: 'max' }), (acts) => {
      const session = openDrugs([caseValue('XX.kind', [1], 'a'), caseValue('XX.clear', [1], 'text')]);
      const start = computedValues(catalogue, {
        ...EMPTY_ROWS,
        values: [caseValue('XX.kind', [1], 'a'), caseValue('XX.clear', [1], 'text')],
      });
      for (const [what, value, path] of acts) {
        if (what === 'undo' || what === 'redo') session[what]();
        else if (what === 'close') session.closeStep();
        else if (what === 'strike') {
          const [row] = session.store.get(session.rows('G.k.4.r', [1]));
          if (row) session[row.deleted ? 'restoreRow' : 'deleteRow'](row);
        } else session.setValue(addressAt(what, path), value);
        const rows = EMPTY_ROWS.rows.map((row) => session.row(row) ?? row);
        const values = ['XX.kind', 'XX.clear', 'XX.held'].map((id) => ({
          ...addressAt(id, [1]),
          ...session.get(addressAt(id, [1])),
        }));
        const amount = { ...addressAt('XX.amount', [1, 2]), ...session.get(addressAt('XX.amount', [1, 2])) };
        for (const answer of computedValues(catalogue, { rows, values: [...values, amount] }))
          if (catalogue.items[answer.itemId]?.page === 'DG')
            expect(session.get(answer).value).toBe(answer.value);
      }
      while (session.store.get(session.canUndo)) session.undo();
      expect(session.changes()).toEqual({ items: [], rows: [] });
      for (const answer of start)
        if (catalogue.items[answer.itemId]?.page === 'DG')
          expect(session.get(answer).value).toBe(answer.value);
    }),
    { numRuns: 60 },
  );
});
