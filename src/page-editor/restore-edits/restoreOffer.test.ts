/** Edits of a row that was added are offered whole, though another user's row has got its number meanwhile. */
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { CaseContent, CaseRow } from '../../../shared/case/caseContent.ts';
import { createPageSession, type PageSession } from '../../engine/index.ts';
import { addressesOf, offerOf } from './restoreOffer.ts';

const catalogue = compileCatalogue(realSources);
const DOSAGE = 'G.k.4.r';
const NUMBER = `${DOSAGE}.1a`;
const UNIT = `${DOSAGE}.1b`;
const at = (itemId: string, rowNo2: number) => ({ itemId, rowNo: 1, rowNo2, rowNo3: 0 });
const valueAt = (itemId: string, rowNo2: number, value: string) => ({
  ...at(itemId, rowNo2),
  value,
  nullFlavor: null,
  notation: null,
});
const THEIRS: CaseContent = {
  values: [valueAt(NUMBER, 1, '20'), valueAt(UNIT, 1, 'mg')],
  rows: [{ group: DOSAGE, rowNo: 1, rowNo2: 1, rowNo3: 0, rowId: 'theirs', sort: 1, deleted: false }],
};

const open = (content: CaseContent) =>
  createPageSession({
    content,
    catalogue,
    page: 'DG',
    rowNo: 1,
    readOnly: false,
    retrievedAt: '2026-01-01T00:00:00.000Z',
  });

/** A dosage of 5 mg that was added and not saved, as the journal has it. */
function dosageInJournal(): { row: CaseRow; offered: (now: PageSession) => ReturnType<typeof offerOf> } {
  const session = open({ values: [], rows: [] });
  const row = session.addRow(DOSAGE, [1]);
  session.setValue(at(NUMBER, row.rowNo2), '5');
  session.setValue(at(UNIT, row.rowNo2), 'mg');
  const edits = session.snapshotEdits();
  const entry = { id: '1', place: '', title: '', path: '', count: 3, at: '', edits };
  return { row, offered: (now) => offerOf(entry, now) };
}

const unsavedIn = (session: PageSession) =>
  Object.fromEntries(
    session.changes().items.map(({ itemId, rowNo2, value }) => [`${itemId} ${rowNo2}`, value]),
  );

it('a value stays that the row of another user shares', () => {
  const now = open(THEIRS);
  const offer = dosageInJournal().offered(now);
  expect(offer && addressesOf(offer.edits).map(({ address }) => address.rowNo2)).toEqual([2, 2, 2]);
  if (offer) now.restoreEdits(offer.edits);
  expect(unsavedIn(now)).toEqual({ [`${NUMBER} 2`]: '5', [`${UNIT} 2`]: 'mg' });
});

it('a value stays in the row that was stored under another number before the answer was lost', () => {
  const { row, offered } = dosageInJournal();
  const stored = { ...row, rowNo2: 2, sort: row.sort };
  const now = open({ values: [...THEIRS.values, valueAt(UNIT, 2, 'mg')], rows: [...THEIRS.rows, stored] });
  const offer = offered(now);
  if (offer) now.restoreEdits(offer.edits);
  expect(unsavedIn(now)).toEqual({ [`${NUMBER} 2`]: '5' });
});
