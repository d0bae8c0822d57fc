/** What a save sent without an answer is no change by another user, wherever the page meets it again. */
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { CaseContent, CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { createPageSession, type EditsSnapshot, type PageSession } from './pageSession.ts';

const catalogue = compileCatalogue(realSources);
const READ = '2026-01-01T00:00:00.000Z';
const STORED = '2026-01-01T00:01:00.000Z';
const AGAIN = '2026-01-01T00:02:00.000Z';
const DOSAGE = 'G.k.4.r';
const NAME = addressAt('G.k.2.2', [1]);
const LOT = (row: number) => addressAt('G.k.4.r.7', [1, row]);

const dosage = (rowNo2: number, sort = rowNo2): CaseRow => {
  return { group: DOSAGE, rowNo: 1, rowNo2, rowNo3: 0, rowId: `row ${rowNo2}`, sort, deleted: false };
};
const ROWS = [dosage(1), dosage(2)];
const contentOf = (name: string, rows = ROWS): CaseContent => ({
  values: [{ ...NAME, ...EMPTY_VALUE, value: name }],
  rows,
});
const open = (content = contentOf('read'), retrievedAt = READ): PageSession =>
  createPageSession({ content, catalogue, page: 'DG', rowNo: 1, readOnly: false, retrievedAt });

/** A page whose save of these edits had no answer. */
function unansweredAfter(edit: (session: PageSession) => void): PageSession {
  const session = open();
  edit(session);
  session.noteUnanswered(session.changes());
  return session;
}
const isOvertaken = (session: PageSession) => session.store.get(session.view(NAME)).overtaken;
const basesOf = (session: PageSession) => {
  const { items, rows } = session.changes();
  return [...items, ...rows].map(({ basedOn }) => basedOn);
};

describe('a value that was sent without an answer', () => {
  const sent = () => unansweredAfter((session) => session.setValue(NAME, 'sent'));

  it('is what the next value is based on once the page reads it', () => {
    const session = sent();
    session.setValue(NAME, 'typed on');
    session.receiveRemote({ ...contentOf('sent'), retrievedAt: AGAIN });
    expect(isOvertaken(session)).toBe(false);
    expect(basesOf(session)).toEqual([undefined]);
    expect(session.get(NAME).value).toBe('typed on');
  });

  it('leaves a change by somebody else one', () => {
    const session = sent();
    session.setValue(NAME, 'typed on');
    session.receiveRemote({ ...contentOf('theirs'), retrievedAt: AGAIN });
    expect(isOvertaken(session)).toBe(true);
    expect(basesOf(session)).toEqual([READ]);
    const stale = { ...NAME, theirs: { ...EMPTY_VALUE, value: 'theirs' }, changedAt: STORED };
    expect(session.resolveOwn(stale)).toBe(false);
  });

  it('is no conflict of the save that follows, and a second one by somebody else is', () => {
    const session = sent();
    session.setValue(NAME, 'typed on');
    const stale = { ...NAME, theirs: { ...EMPTY_VALUE, value: 'sent' }, changedAt: STORED };
    expect(session.resolveOwn(stale)).toBe(true);
    expect(session.changes().items).toMatchObject([{ value: 'typed on', basedOn: STORED }]);
    expect(session.resolveOwn({ ...stale, changedAt: AGAIN })).toBe(false);
  });

  it('stays unsaved where it was taken back: it may be stored', () => {
    const session = sent();
    session.setValue(NAME, 'read');
    expect(session.changes().items).toMatchObject([{ value: 'read' }]);
    session.receiveRemote({ ...contentOf('sent'), retrievedAt: AGAIN });
    expect(session.get(NAME).value).toBe('read');
    expect(session.changes().items).toMatchObject([{ value: 'read' }]);
    session.acknowledgeSave(session.changes(), { at: AGAIN });
    expect(session.changes().items).toEqual([]);
  });

  it('is followed like any other once it is found stored and somebody else changes it', () => {
    const session = sent();
    // nothing was left to store
    session.acknowledgeSave(session.changes());
    session.receiveRemote({ ...contentOf('theirs'), retrievedAt: AGAIN });
    expect(session.get(NAME).value).toBe('theirs');
    expect(session.isDirty()).toBe(false);
  });

  it('is known to edits that are restored into the page as it was read since', () => {
    const session = sent();
    session.setValue(NAME, 'typed on');
    // as the journal keeps them
    const stored = JSON.parse(JSON.stringify(session.snapshotEdits())) as EditsSnapshot;
    const next = open(contentOf('sent'), AGAIN);
    next.restoreEdits(stored);
    expect(isOvertaken(next)).toBe(false);
    expect(basesOf(next)).toEqual([undefined]);
  });

  it('is known to the session that takes the edit over', () => {
    const session = sent();
    session.setValue(NAME, 'typed on');
    const taken = session.takeEdits(() => true);
    const next = open();
    if (taken) next.restoreEdits(taken);
    next.receiveRemote({ ...contentOf('sent'), retrievedAt: AGAIN });
    expect(isOvertaken(next)).toBe(false);
    expect(session.isDirty()).toBe(false);
  });
});

describe('a row that was sent without an answer', () => {
  it('is what its next change is based on, moved or deleted', () => {
    const [first, second] = ROWS;
    if (!first || !second) throw new Error('there are two rows');
    const session = unansweredAfter((page) => page.moveRow(first, 1));
    session.deleteRow({ ...first, sort: 2 });
    session.receiveRemote({ ...contentOf('read', [dosage(1, 2), dosage(2, 1)]), retrievedAt: AGAIN });
    expect(session.changes().rows).toMatchObject([{ rowId: 'row 1', deleted: true }]);
    expect(basesOf(session)).toEqual([undefined]);
  });

  it('that was added and moved since settles the conflict of the save that follows', () => {
    const session = unansweredAfter((page) => page.addRow(DOSAGE, [1]));
    const [added] = session.changes().rows;
    if (!added) throw new Error('no row was added');
    session.setValue(LOT(3), 'A1');
    session.moveRow(added, -1);
    const stale = {
      ...addressAt(DOSAGE, [1, 3]),
      theirs: EMPTY_VALUE,
      row: { sort: 3, deleted: false },
      changedAt: STORED,
    };
    expect(session.resolveOwn(stale)).toBe(true);
    expect(session.changes().rows.find(({ rowId }) => rowId === added.rowId)).toMatchObject({
      sort: 2,
      basedOn: STORED,
    });
  });
});
