import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../../shared/case/caseContent.ts';
import {
  addressAt,
  addressKey,
  parseAddressKey,
  type ItemAddress,
} from '../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../../shared/case/itemValue.ts';
import { createPageSession, type EditsSnapshot, type PageSession } from './pageSession.ts';

const pages = new URL('../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);

const aRow = (group: string, rowNo: number, rowNo2 = 0, sort = rowNo2 || rowNo): CaseRow => ({
  group,
  rowNo,
  rowNo2,
  rowNo3: 0,
  rowId: crypto.randomUUID(),
  sort,
  deleted: false,
});

const NAME = addressAt('G.k.2.2', [1]);
const DOSE = (row: number) => addressAt('G.k.4.r.1a', [1, row]);
const LOT = (row: number) => addressAt('G.k.4.r.7', [1, row]);
const START = (row: number) => addressAt('G.k.4.r.4', [1, row]);

const ROWS = [aRow('G.k.4.r', 1, 1), aRow('G.k.4.r', 1, 2), { ...aRow('G.k.4.r', 1, 3), deleted: true }];
const content = (): CaseContent => ({
  values: [
    { ...NAME, value: 'Aspirin', nullFlavor: null, notation: '아스피린' },
    { ...DOSE(1), value: '5', nullFlavor: null, notation: null },
    { ...DOSE(2), value: '7', nullFlavor: null, notation: null },
    { ...START(1), value: null, nullFlavor: 'ASKU', notation: null },
  ],
  rows: [...ROWS],
});

const open = (given = content(), readOnly = false): PageSession =>
  createPageSession({ content: given, catalogue, page: 'DG', rowNo: 1, readOnly });

const dosages = (session: PageSession): readonly CaseRow[] => session.store.get(session.rows('G.k.4.r', [1]));

describe('values', () => {
  it('are what was read, and empty where nothing was', () => {
    const session = open();
    expect(session.get(NAME)).toMatchObject({ value: 'Aspirin', notation: '아스피린' });
    expect(session.get(LOT(1))).toMatchObject(EMPTY_VALUE);
    expect(session.changes()).toEqual({ items: [], rows: [] });
  });

  it('are no change when typed back to the original', () => {
    const session = open();
    for (const text of ['Aspiri', 'Aspir', 'Aspiri', 'Aspirin']) session.setValue(NAME, text);
    expect(session.store.get(session.dirtyCount)).toBe(0);
    expect(session.changes().items).toEqual([]);
  });

  it('give way to a null flavor, and a null flavor to them', () => {
    const session = open();
    session.setNullFlavor(NAME, 'UNK');
    expect(session.get(NAME)).toMatchObject({ value: null, notation: null, nullFlavor: 'UNK' });
    session.setValue(START(1), '2024');
    expect(session.get(START(1))).toMatchObject({ value: '2024', nullFlavor: null });
    session.setNotation(NAME, '약');
    expect(session.get(NAME)).toMatchObject({ value: null, notation: '약', nullFlavor: null });
  });

  it('cannot be written on a read-only page', () => {
    expect(() => open(content(), true).setValue(NAME, 'x')).toThrow('read-only');
  });
});

describe('rows', () => {
  it('get a number above all that the list ever had, struck rows included, and a UUID', () => {
    const session = open();
    const added = session.addRow('G.k.4.r', [1]);
    expect(added).toMatchObject({ rowNo: 1, rowNo2: 4, rowNo3: 0, sort: 4, deleted: false });
    expect(added.rowId).toMatch(/^[0-9a-f-]{36}$/);
    expect(session.changes().rows).toEqual([added]);
  });

  it('of a region that is not shown are left alone', () => {
    const foreign = aRow('FDA.G.k.12.r', 1, 1);
    const session = createPageSession({
      content: { values: content().values, rows: [foreign, ...content().rows] },
      catalogue,
      page: 'DG',
      rowNo: 1,
      readOnly: false,
    });
    session.receiveRemote({ values: content().values, rows: [foreign, ...content().rows] });
    expect(session.store.get(session.rows('G.k.4.r', [1]))).toHaveLength(3);
    expect(session.changes()).toEqual({ items: [], rows: [] });
  });

  it('are struck and restored without losing what they say', () => {
    const session = open();
    const [first] = dosages(session);
    if (!first) throw new Error('no dosage');
    session.deleteRow(first);
    expect(dosages(session).map(({ deleted }) => deleted)).toEqual([true, false, true]);
    expect(session.changes().rows).toEqual([{ ...first, deleted: true }]);
    const [deleted] = dosages(session);
    session.restoreRow(deleted ?? first);
    expect(session.changes()).toEqual({ items: [], rows: [] });
    expect(session.get(DOSE(1)).value).toBe('5');
  });

  it('are nothing to save when added and struck again, with all they say', () => {
    const session = open();
    const added = session.addRow('G.k.4.r', [1]);
    session.setValue(LOT(4), 'L-1');
    session.deleteRow(added);
    expect(session.changes()).toEqual({ items: [], rows: [] });
    expect(session.store.get(session.dirtyCount)).toBe(0);
    session.restoreRow({ ...added, deleted: true });
    expect(session.changes()).toMatchObject({
      items: [{ itemId: 'G.k.4.r.7', value: 'L-1' }],
      rows: [added],
    });
  });

  it('change places, and only those that did are changes', () => {
    const session = open();
    const [first, second] = dosages(session);
    if (!first || !second) throw new Error('no dosages');
    session.moveRow(first, 1);
    expect(dosages(session).map(({ rowNo2 }) => rowNo2)).toEqual([2, 1, 3]);
    expect(session.changes().rows.map(rowKey).sort()).toEqual([first, second].map(rowKey).sort());
    session.moveRow(second, 1);
    expect(session.changes().rows).toEqual([]);
  });
});

describe('saving', () => {
  it('leaves a change what was typed while the save was under way', () => {
    const session = open();
    session.setValue(NAME, 'Aspirin 100');
    const sent = session.changes();
    session.setValue(NAME, 'Aspirin 100 mg');
    session.setValue(DOSE(1), '6');
    session.acknowledgeSave(sent);
    expect(session.original(NAME).value).toBe('Aspirin 100');
    expect(session.changes().items.map(({ itemId, value }) => [itemId, value])).toEqual([
      ['G.k.2.2', 'Aspirin 100 mg'],
      ['G.k.4.r.1a', '6'],
    ]);
  });

  it('makes the current the original', () => {
    const session = open();
    const counts: number[] = [];
    session.subscribeDirty((count) => counts.push(count));
    session.setNullFlavor(NAME, 'UNK');
    session.addRow('G.k.4.r', [1]);
    session.acknowledgeSave();
    expect(counts).toEqual([1, 2, 0]);
    session.setValue(NAME, 'Aspirin');
    expect(session.changes().items).toHaveLength(1);
  });

  it('keeps own changes when newer content arrives, and takes over the rest', () => {
    const session = open();
    const shown = session.view(DOSE(2));
    session.setValue(NAME, 'mine');
    session.store.get(shown);
    const newer = content();
    newer.values = newer.values.map((value) => ({ ...value, value: 'theirs' }));
    session.receiveRemote(newer);
    expect(session.get(NAME).value).toBe('mine');
    expect(session.original(NAME).value).toBe('theirs');
    expect(session.store.get(shown)).toMatchObject({ current: { value: 'theirs' }, changed: false });
  });
});

const AT = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
const openAt = (minute: number, given = content()): PageSession =>
  createPageSession({
    content: given,
    catalogue,
    page: 'DG',
    rowNo: 1,
    readOnly: false,
    retrievedAt: AT(minute),
  });
const readAgain = (
  minute: number,
  remote: Partial<Record<string, string>>,
  rows: CaseRow[] = content().rows,
) => {
  const values = content().values.map((value) => ({
    ...value,
    value: remote[addressKey(value)] ?? value.value,
  }));
  const fresh = Object.entries(remote).filter(([key]) => !values.some((value) => addressKey(value) === key));
  const added = fresh.map(([key, value = '']) => ({
    ...parseAddressKey(key),
    value,
    nullFlavor: null,
    notation: null,
  }));
  return { values: [...values, ...added], rows, retrievedAt: AT(minute) };
};

describe('somebody else', () => {
  it('is not overwritten unasked: a change knows what it started from, also after the page was read again', () => {
    const session = openAt(1);
    const shown = session.view(NAME);
    session.setValue(NAME, 'mine');
    session.receiveRemote(readAgain(2, { [addressKey(NAME)]: 'theirs' }));
    session.setValue(DOSE(1), '6');
    expect(session.store.get(shown)).toMatchObject({ current: { value: 'mine' }, overtaken: true });
    expect(session.startedFrom(NAME).value).toBe('Aspirin');
    expect(session.retrievedAt()).toBe(AT(2));
    expect(session.changes().items.map(({ itemId, basedOn }) => [itemId, basedOn])).toEqual([
      ['G.k.2.2', AT(1)],
      ['G.k.4.r.1a', undefined],
    ]);
  });

  it('is followed where the change is taken back', () => {
    const session = openAt(1);
    session.setValue(NAME, 'mine');
    session.receiveRemote(readAgain(2, { [addressKey(NAME)]: 'theirs' }));
    session.undo();
    expect(session.get(NAME).value).toBe('theirs');
    expect(session.changes().items).toEqual([]);
    session.setValue(NAME, 'mine again');
    expect(session.changes().items[0]?.basedOn).toBeUndefined();
  });

  it('is settled by mine, which then knows theirs, or by theirs, which can be undone', () => {
    const session = openAt(1);
    session.setValue(NAME, 'mine');
    session.setValue(DOSE(1), '6');
    const overtaking = (address: ItemAddress, value: string) => ({
      ...address,
      theirs: { value, nullFlavor: null, notation: null },
      changedAt: AT(3),
    });
    session.resolveConflict(overtaking(NAME, 'theirs'), 'mine');
    session.resolveConflict(overtaking(DOSE(1), '8'), 'theirs');
    expect(session.changes().items).toMatchObject([{ itemId: 'G.k.2.2', value: 'mine', basedOn: AT(3) }]);
    expect(session.original(NAME).value).toBe('theirs');
    expect(session.get(DOSE(1)).value).toBe('8');
    session.undo();
    expect(session.changes().items).toMatchObject([{}, { value: '6', basedOn: AT(3) }]);
  });

  it('settles a struck row: theirs drops the change of the row', () => {
    const session = openAt(1);
    const [first] = dosages(session);
    if (!first) throw new Error('no dosage');
    session.deleteRow(first);
    const theirs = { value: null, nullFlavor: null, notation: null };
    session.resolveConflict(
      {
        itemId: 'G.k.4.r',
        rowNo: 1,
        rowNo2: 1,
        rowNo3: 0,
        theirs,
        row: { sort: 5, deleted: false },
        changedAt: AT(3),
      },
      'theirs',
    );
    expect(session.changes().rows).toEqual([]);
    expect(dosages(session).at(-1)).toMatchObject({ rowNo2: 1, sort: 5, deleted: false });
  });

  it('adds a row under the number of mine: mine moves on, with all it says', () => {
    const session = openAt(1);
    const mine = session.addRow('G.k.4.r', [1]);
    session.setValue(LOT(4), 'my lot');
    const theirs = aRow('G.k.4.r', 1, 4);
    session.receiveRemote(
      readAgain(2, { [addressKey(LOT(4))]: 'their lot', [addressKey(DOSE(4))]: '9' }, [
        ...content().rows,
        theirs,
      ]),
    );
    expect(
      dosages(session)
        .map(({ rowId }) => rowId)
        .slice(3),
    ).toEqual([theirs.rowId, mine.rowId]);
    expect([session.get(LOT(4)).value, session.get(LOT(5)).value]).toEqual(['their lot', 'my lot']);
    expect(session.get(DOSE(5)).value).toBeNull();
    expect(session.changes()).toMatchObject({
      items: [{ rowNo2: 5, value: 'my lot' }],
      rows: [{ rowNo2: 5, rowId: mine.rowId }],
    });
  });

  it('has the number of a row that was saved: it is moved on, with what was typed in it meanwhile', () => {
    const session = openAt(1);
    const mine = session.addRow('G.k.4.r', [1]);
    session.setValue(LOT(4), 'my lot');
    const sent = session.changes();
    session.setValue(LOT(4), 'my lot, longer');
    session.setValue(DOSE(4), '3');
    session.acknowledgeSave(sent, { at: AT(2), rows: [{ ...mine, rowNo2: 5 }] });
    expect(session.changes()).toMatchObject({
      items: [
        { itemId: 'G.k.4.r.1a', rowNo2: 5, value: '3' },
        { itemId: 'G.k.4.r.7', rowNo2: 5, value: 'my lot, longer', basedOn: AT(2) },
      ],
      rows: [],
    });
  });

  it('does not come back: content read before the last save is ignored', () => {
    const session = openAt(1);
    session.setValue(NAME, 'mine');
    session.acknowledgeSave(session.changes(), { at: AT(3) });
    session.receiveRemote(readAgain(2, {}));
    expect(session.get(NAME).value).toBe('mine');
    session.setValue(NAME, 'mine, longer');
    session.receiveRemote(readAgain(4, { [addressKey(NAME)]: 'mine' }));
    expect(session.changes().items).toMatchObject([{ value: 'mine, longer', basedOn: AT(3) }]);
    expect(session.store.get(session.view(NAME)).overtaken).toBe(false);
  });

  describe('who was faster, where the answer to a save comes after the page was read again', () => {
    const overtaken = (by: string) => ({
      itemId: 'G.k.2.2',
      rowNo: 1,
      rowNo2: 0,
      rowNo3: 0,
      theirs: { value: by, nullFlavor: null, notation: null },
      changedAt: AT(2),
    });
    /** Sent at minute 1, answered with the content of minute 2; the page was read in between, at minute 3. */
    const lateRefusal = (keep: 'mine' | 'theirs') => {
      const session = openAt(1);
      session.setValue(NAME, 'mine');
      session.receiveRemote(readAgain(3, { [addressKey(NAME)]: 'newest' }));
      session.resolveConflict(overtaken('older'), keep);
      return session;
    };

    it('is followed as he stands now, by theirs', () => {
      const session = lateRefusal('theirs');
      expect(session.get(NAME).value).toBe('newest');
      expect(session.changes().items).toEqual([]);
    });

    it('is asked about once more, by mine', () => {
      const session = lateRefusal('mine');
      expect(session.changes().items).toMatchObject([{ value: 'mine', basedOn: AT(2) }]);
      expect(session.startedFrom(NAME).value).toBe('older');
      expect(session.original(NAME).value).toBe('newest');
    });

    it('is not undone by an acknowledgement that was under way', () => {
      const session = openAt(1);
      session.setValue(NAME, 'mine');
      const sent = session.changes();
      session.receiveRemote(readAgain(3, { [addressKey(NAME)]: 'newest' }));
      session.acknowledgeSave(sent, { at: AT(2) });
      expect(session.get(NAME).value).toBe('newest');
      expect(session.changes().items).toEqual([]);
    });

    it('is not overwritten by what was typed since the save', () => {
      const session = openAt(1);
      session.setValue(NAME, 'mine');
      const sent = session.changes();
      session.setValue(NAME, 'mine, longer');
      session.receiveRemote(readAgain(3, { [addressKey(NAME)]: 'newest' }));
      session.acknowledgeSave(sent, { at: AT(2) });
      expect(session.changes().items).toMatchObject([{ value: 'mine, longer', basedOn: AT(2) }]);
    });
  });
});

describe('kept edits', () => {
  it('know what they started from when they are put back on newer content', () => {
    const session = openAt(1);
    session.setValue(NAME, 'mine');
    session.addRow('G.k.4.r', [1]);
    session.setValue(LOT(4), 'my lot');
    const again = openAt(
      5,
      readAgain(5, { [addressKey(NAME)]: 'theirs' }, [...content().rows, aRow('G.k.4.r', 1, 4)]),
    );
    again.restoreEdits(JSON.parse(JSON.stringify(session.snapshotEdits())) as EditsSnapshot);
    expect(again.startedFrom(NAME).value).toBe('Aspirin');
    expect(again.changes()).toMatchObject({
      items: [
        { value: 'mine', basedOn: AT(1) },
        { rowNo2: 5, value: 'my lot', basedOn: AT(1) },
      ],
      rows: [{ rowNo2: 5 }],
    });
    again.undo();
    expect(again.changes()).toEqual({ items: [], rows: [] });
    expect(again.get(NAME).value).toBe('theirs');
  });
});

describe('steps', () => {
  it('take back typing in one item at once, and rows one by one', () => {
    const session = open();
    for (const text of ['A', 'As', 'Asp']) session.setValue(NAME, text);
    session.closeStep();
    session.setValue(NAME, 'B');
    session.addRow('G.k.4.r', [1]);
    expect(session.undo()).toMatchObject({ group: 'G.k.4.r', rowNo: 1, rowNo2: 4 });
    expect(dosages(session)).toHaveLength(3);
    expect(session.undo()).toEqual(NAME);
    expect(session.get(NAME).value).toBe('Asp');
    session.undo();
    expect(session.get(NAME)).toMatchObject({ value: 'Aspirin', notation: '아스피린' });
    expect(session.store.get(session.canUndo)).toBe(false);
    session.redo();
    session.redo();
    expect(session.get(NAME).value).toBe('B');
  });

  it('outlive a save, and are then new changes; an added row is struck', () => {
    const session = openAt(1);
    session.setValue(NAME, 'B');
    session.addRow('G.k.4.r', [1]);
    session.acknowledgeSave(session.changes(), { at: AT(2) });
    session.undo();
    expect(session.changes().rows).toMatchObject([{ rowNo2: 4, deleted: true }]);
    session.undo();
    expect(session.changes().items).toMatchObject([{ value: 'Aspirin', basedOn: AT(2) }]);
  });

  it('are passed over where somebody else has changed the item since', () => {
    const session = openAt(1);
    session.setValue(DOSE(1), '6');
    session.setValue(NAME, 'B');
    session.acknowledgeSave(session.changes(), { at: AT(2) });
    session.receiveRemote(readAgain(3, { [addressKey(NAME)]: 'theirs', [addressKey(DOSE(1))]: '6' }));
    expect(session.undo()).toEqual(DOSE(1));
    expect(session.get(NAME).value).toBe('theirs');
  });

  it('take a look-up of several items back as one', () => {
    const session = open();
    session.transaction(() => {
      session.setValue(DOSE(1), '1');
      session.setValue(DOSE(2), '2');
    });
    session.undo();
    expect(session.changes().items).toEqual([]);
  });
});

describe('whatever is done', () => {
  const addresses = [NAME, DOSE(1), DOSE(2), LOT(1), START(1)];
  const text = fc.constantFrom('', 'Aspirin', '5', '7', 'x');
  const act = fc.oneof(
    fc.record({ what: fc.constant('value'), at: fc.nat(4), text }),
    fc.record({ what: fc.constant('nullFlavor'), at: fc.nat(4), text: fc.constantFrom('', 'UNK', 'ASKU') }),
    fc.record({ what: fc.constant('notation'), at: fc.nat(4), text: fc.constantFrom('', '아스피린', 'y') }),
    fc.record({ what: fc.constantFrom('reset', 'erase', 'undo', 'redo', 'saved'), at: fc.nat(4), text }),
  );
  const follow = (
    session: PageSession,
    { what, at, text: input }: { what: string; at: number; text: string },
  ) => {
    const address = addresses[at] as ItemAddress;
    if (what === 'value') session.setValue(address, input);
    else if (what === 'nullFlavor') session.setNullFlavor(address, input);
    else if (what === 'notation') session.setNotation(address, input);
    else if (what === 'reset') session.reset(address);
    else if (what === 'erase') session.erase(address);
    else if (what === 'undo') session.undo();
    else if (what === 'redo') session.redo();
    else session.acknowledgeSave();
  };

  it('lists exactly the addresses that differ from their originals', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const session = open();
        for (const one of acts) {
          follow(session, one);
          const differing = addresses
            .filter((at) => differs(session.get(at), session.original(at)))
            .map(addressKey);
          expect(session.changes().items.map(addressKey).sort()).toEqual(differing.sort());
          expect(session.store.get(session.dirtyCount)).toBe(differing.length);
        }
      }),
    );
  });

  it('never lets a null flavor stand beside a value or a notation', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const session = open();
        acts.forEach((one) => follow(session, one));
        const both = ({ value, notation, nullFlavor }: ItemValue) =>
          nullFlavor !== null && (value !== null || notation !== null);
        expect(addresses.filter((at) => both(session.get(at)))).toEqual([]);
      }),
    );
  });

  it('comes back to the originals when all steps are undone', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const session = open();
        acts.filter(({ what }) => what !== 'saved').forEach((one) => follow(session, one));
        while (session.store.get(session.canUndo)) session.undo();
        expect(session.changes()).toEqual({ items: [], rows: [] });
      }),
    );
  });

  it('is put on top of the same originals again from a kept change set', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const session = open();
        acts.filter(({ what }) => what !== 'saved').forEach((one) => follow(session, one));
        const again = open();
        again.restoreEdits(session.snapshotEdits());
        expect(again.changes()).toEqual(session.changes());
      }),
    );
  });
});
