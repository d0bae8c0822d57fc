/** Edits that a page was left with, under a form that was published meanwhile. */
import { expect, it } from 'vitest';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { createPageSession } from '../../../engine/index.ts';
import { offerOf } from '../../../page-editor/restore-edits/restoreOffer.ts';
import { journalKey } from '../restore-edits/journalKey.ts';
import type { PageContent } from '../page.queries.ts';
import { createCaseEdits } from '../unsaved/caseEdits.ts';
import { openSession } from './openSession.ts';

const catalogue = compileCatalogue(realSources);
const INITIALS = addressAt('D.1', []);
const WEIGHT = addressAt('D.3', []);
const HISTORY = 'D.7.1.r';
const pageAddress = { caseKey: 1, page: 'DM', rowNo: null, matrix: null };
const READ = '2026-01-01T00:00:00.000Z';
const content = {
  values: [],
  rows: [],
  rowNo: 0,
  retrievedAt: READ,
  readOnly: null,
} as unknown as PageContent;

/** The patient page, left with an initial, a weight and a row of the history, is opened again in another form. */
function openIn(next: Catalogue) {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const key = journalKey(1, pageAddress);
  const session = createPageSession({
    content,
    catalogue,
    page: 'DM',
    rowNo: 0,
    readOnly: false,
    retrievedAt: READ,
  });
  edits.open({ key, pageAddress, content, session, catalogue });
  session.setValue(INITIALS, 'Q.X.');
  session.setValue(WEIGHT, '71');
  const row = session.addRow(HISTORY, []);
  edits.leave(key);
  const entry = {
    id: '1',
    place: key,
    title: '',
    path: '',
    count: 3,
    at: '',
    edits: session.snapshotEdits(),
  };
  const opened = openSession({ pageAddress, content, catalogue: next, sponsorKey: 1, edits });
  return { opened, row, offer: offerOf(entry, opened) };
}

it('are all in the page where the form has their items', () => {
  const { opened, offer } = openIn({ ...catalogue, version: 'next' });
  expect(opened.changes().items).toMatchObject([{ value: 'Q.X.' }, { value: '71' }]);
  expect(opened.changes().rows).toHaveLength(1);
  expect(offer).toBe(null);
});

it('are shown as edits that do not fit where the form has them on another page, or not at all', () => {
  const { [HISTORY]: _, ...groups } = catalogue.groups;
  const weight = catalogue.items[WEIGHT.itemId];
  if (!weight) throw new Error('the catalogue has no weight');
  const items = { ...catalogue.items, [WEIGHT.itemId]: { ...weight, page: 'CI' } };
  const { opened, row, offer } = openIn({ ...catalogue, items, groups, version: 'next' });
  expect(opened.changes()).toMatchObject({ items: [{ ...INITIALS, value: 'Q.X.' }], rows: [] });
  expect(offer?.edits.changes).toEqual({ items: [], rows: [] });
  expect(offer?.unfit).toMatchObject({ items: [{ ...WEIGHT, value: '71' }], rows: [row] });
});
