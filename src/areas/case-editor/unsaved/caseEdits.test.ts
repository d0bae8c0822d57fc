/** Unsaved edits of a case, over the pages that show them. */
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../../schemas/compile/testSources.ts';
import type { CaseRow } from '../../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../../shared/case/itemAddress.ts';
import { createPageSession } from '../../../engine/index.ts';
import type { RecordedPage } from '../../../page-editor/restore-edits/usePageJournal.ts';
import type { PageAddress } from '../page.queries.ts';
import { createCaseEdits, openRefusals, type EditedPage } from './caseEdits.ts';

const catalogue = compileCatalogue(realSources);
const OFFSET = addressAt('G.k.9.i.3.1a', [1, 1]);
const OF_NEW_ROW = addressAt('G.k.9.i.3.1a', [1, 2]);
const NAME = addressAt('G.k.2.2', [1]);
const row = (group: string, rowNo2: number): CaseRow => {
  return { group, rowNo: 1, rowNo2, rowNo3: 0, rowId: `${group} ${rowNo2}`, sort: 1, deleted: false };
};
const ROWS = [row('G.k', 0), row('G.k.9.i', 1)];

function pageAt(
  place: Pick<PageAddress, 'rowNo' | 'matrix'>,
  form = catalogue,
  readOnly = false,
): EditedPage {
  const pageAddress = { caseKey: 1, page: 'DG', ...place };
  const session = createPageSession({
    content: { values: [], rows: ROWS },
    catalogue: form,
    page: 'DG',
    rowNo: place.rowNo ?? 0,
    matrix: place.matrix ?? undefined,
    readOnly,
    retrievedAt: '2026-01-01T00:00:00.000Z',
  });
  const key = `DG/${place.matrix ?? place.rowNo}`;
  return { key, pageAddress, content: { retrievedAt: '2026-01-01T00:00:00.000Z' }, session, catalogue: form };
}

it('has the edits of an address in the page opened last, of a form and a matrix that both show it', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 1 });
  const matrix = pageAt({ rowNo: null, matrix: 'G.k.9.i' });

  edits.open(form);
  form.session.setValue(NAME, 'Aspirin');
  form.session.setValue(OFFSET, '5');
  form.session.addRow('G.k.9.i', [1]);
  form.session.setValue(OF_NEW_ROW, '3');
  edits.leave(form.key);

  edits.open(matrix);
  expect(matrix.session.get(OFFSET).value).toBe('5');
  expect(matrix.session.get(OF_NEW_ROW).value).toBe('3');
  expect(form.session.changes()).toMatchObject({ items: [{ ...NAME, value: 'Aspirin' }], rows: [] });
  matrix.session.setValue(OFFSET, '7');
  edits.leave(matrix.key);
  expect(edits.changes().items.map(addressKey)).toEqual([NAME, OFFSET, OF_NEW_ROW].map(addressKey));

  edits.open(form);
  expect(form.session.get(OFFSET).value).toBe('7');
  expect(form.session.get(NAME).value).toBe('Aspirin');
  expect(edits.find(matrix.key)).toBe(null);
  expect(edits.changes().items.map(addressKey)).toEqual([NAME, OFFSET, OF_NEW_ROW].map(addressKey));
  expect(edits.changes().rows).toHaveLength(1);
});

it('leaves nothing to take back where edits are stored while another page takes them over', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 1 });
  const matrix = pageAt({ rowNo: null, matrix: 'G.k.9.i' });
  edits.open(form);
  form.session.setValue(NAME, 'Aspirin');
  form.session.setValue(OFFSET, '5');
  const added = form.session.addRow('G.k.9.i', [1]);
  const sent = form.session.changes();
  form.session.setValue(NAME, 'Aspirin 100');
  edits.leave(form.key);
  edits.open(matrix);
  form.session.acknowledgeSave(sent, { at: '2026-01-01T00:01:00.000Z', rows: [added] });
  expect(form.session.changes()).toMatchObject({ items: [{ ...NAME, value: 'Aspirin 100' }], rows: [] });
  expect(form.session.get(OFFSET).value).toBe('5');
  expect(form.session.row(added)).toMatchObject({ rowId: added.rowId, deleted: false });
});

it('leaves the edits of other rows where they are', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 1 });
  const other = pageAt({ rowNo: 2 });
  edits.open(form);
  form.session.setValue(OFFSET, '5');
  edits.leave(form.key);
  edits.open(other);
  expect(form.session.get(OFFSET).value).toBe('5');
  expect(other.session.changes().items).toEqual([]);
});

it('has a page that was left until the file uploaded on it has arrived', async () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 1 });
  edits.open(form);
  const { promise, resolve } = Promise.withResolvers<void>();
  const uploading = form.session.whilePending(async () => {
    await promise;
    form.session.setValue(NAME, 'as if it were a file');
  });
  edits.leave(form.key);
  expect(edits.dirty()).toHaveLength(1);
  resolve();
  await uploading;
  expect(edits.changes().items).toMatchObject([NAME]);
});

it('has a file in the page that another catalogue has replaced while it was uploaded, or else in the journal', async () => {
  for (const [readOnly, keeps] of [
    [false, true],
    [false, false],
    [true, true],
  ]) {
    const edits = createCaseEdits(1);
    edits.setKeeps(keeps === true);
    const form = pageAt({ rowNo: 1 });
    const replacing = pageAt({ rowNo: 1 }, { ...catalogue }, readOnly);
    const written: string[] = [];
    const write = async () => void written.push(...form.session.changes().items.map(addressKey));
    edits.open(form);
    edits.record(form.key, {}, () => ({ touch: () => {}, flush: write, stop: write, discard: write }));
    form.session.setValue(OFFSET, '5');
    const { promise, resolve } = Promise.withResolvers<void>();
    const uploading = form.session.whilePending(async () => {
      await promise;
      form.session.setValue(NAME, 'as if it were a file');
    });
    edits.leave(form.key);
    edits.open(replacing);
    expect(written).toEqual([addressKey(OFFSET)]);
    resolve();
    await uploading;
    const found = [replacing.session.changes().items.map(addressKey), written.slice(1)];
    expect(found).toEqual(readOnly ? [[], [addressKey(NAME)]] : [[addressKey(NAME)], []]);
  }
});

it('ends a page that was left when the upload on it has failed', async () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 1 });
  edits.open(form);
  const { promise, reject } = Promise.withResolvers<void>();
  const uploading = form.session.whilePending(() => promise);
  edits.leave(form.key);
  reject(new Error('no connection'));
  await expect(uploading).rejects.toThrow('no connection');
  expect(edits.dirty()).toEqual([]);
  expect(edits.find(form.key)).toBe(null);
});

it('has what is typed while a new row is saved in the page of the stored row', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 0 });
  const ofNew = addressAt('G.k.2.2', [0]);
  const row = { key: 'DG/7', path: 'case/1/detail/DG/7', rowNo: 7 };
  edits.open(form);
  form.session.setValue(ofNew, 'Aspirin');
  const sent = form.session.changes();
  form.session.setValue(ofNew, 'Aspirin 100');
  edits.leave(form.key);
  form.session.acknowledgeSave(sent, { at: '2026-01-01T00:01:00.000Z' });
  edits.storedAs(form, row);
  expect(edits.find(form.key)).toBe(null);
  expect(edits.dirty()).toMatchObject([{ key: row.key, pageAddress: { rowNo: 7 } }]);
  const stored = edits.find(row.key)?.session;
  expect(stored?.newRow()).toBe(null);
  expect(stored?.original({ ...ofNew, rowNo: 7 }).value).toBe('Aspirin');
  expect(stored?.changes()).toMatchObject({
    items: [{ ...ofNew, rowNo: 7, value: 'Aspirin 100', basedOn: '2026-01-01T00:01:00.000Z' }],
    rows: [],
  });
});

it('has what is written into the page of the new row later in that of the stored row, and nothing older', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 0 });
  const [name, offset] = [addressAt('G.k.2.2', [0]), addressAt('G.k.3.1', [0])];
  const row = { key: 'DG/7', path: 'case/1/detail/DG/7', rowNo: 7 };
  edits.open(form);
  form.session.setValue(name, 'Aspirin');
  const sent = form.session.changes();
  form.session.setValue(name, 'Aspirin 100');
  form.session.acknowledgeSave(sent, { at: '2026-01-01T00:01:00.000Z' });
  edits.storedAs(form, row);
  edits.leave(form.key);
  const stored = edits.find(row.key);
  stored?.session.setValue({ ...name, rowNo: 7 }, 'Aspirin 500');
  // a look-up that was begun before the row had its number
  form.session.transaction(() => form.session.setValue(offset, 'KR'));
  expect(stored?.session.get({ ...offset, rowNo: 7 }).value).toBe('KR');
  expect(stored?.session.get({ ...name, rowNo: 7 }).value).toBe('Aspirin 500');
  expect(edits.dirty()).toMatchObject([{ key: row.key }]);
});

it('has it in the journal, which offers it, where the page of the stored row is open and read-only', async () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 0 });
  const stored = { ...pageAt({ rowNo: 7 }, catalogue, true), key: 'DG/7' };
  const written = new Map<string, ReturnType<typeof form.session.changes>>();
  const start = ({ place, session }: RecordedPage = { place: form.key, path: '', session: form.session }) => {
    const write = async () => void written.set(place, session.changes());
    const discard = async () => void written.delete(place);
    return { touch: () => void write(), flush: write, stop: write, discard };
  };
  edits.open(form);
  edits.record(form.key, {}, start);
  form.session.setValue(addressAt('G.k.2.2', [0]), 'Aspirin');
  edits.leave(form.key);
  edits.open(stored);
  edits.storedAs(form, { key: 'DG/7', path: 'case/1/detail/DG/7', rowNo: 7 });
  await Promise.resolve();
  expect([...written.keys()]).toEqual(['DG/7']);
  expect(written.get('DG/7')?.items).toMatchObject([{ ...NAME, rowNo: 7, value: 'Aspirin' }]);
  expect(edits.find('DG/7')?.session).toBe(stored.session);
  expect(edits.find(form.key)).toBe(null);
});

it('leaves an edit where it is whose item the page opened last does not have', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 1 });
  const offset = catalogue.items[OFFSET.itemId];
  if (!offset) throw new Error('the catalogue has no offset');
  const items = { ...catalogue.items, [OFFSET.itemId]: { ...offset, page: 'AE' } };
  const matrix = pageAt({ rowNo: null, matrix: 'G.k.9.i' }, { ...catalogue, items });
  edits.open(form);
  form.session.setValue(OFFSET, '5');
  edits.leave(form.key);
  edits.open(matrix);
  expect(matrix.session.changes().items).toEqual([]);
  expect(form.session.get(OFFSET).value).toBe('5');
});

it('has it there once the page is left that was opened again before the answer', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 0 });
  edits.open(form);
  form.session.setValue(addressAt('G.k.2.2', [0]), 'Aspirin');
  const row = { key: 'DG/7', path: 'case/1/detail/DG/7', rowNo: 7 };
  edits.storedAs(form, row);
  // the next new row is another one
  edits.storedAs(pageAt({ rowNo: 0 }), { ...row, rowNo: 8 });
  expect(edits.dirty()).toMatchObject([{ key: form.key }]);
  edits.leave(form.key);
  expect(edits.dirty()).toMatchObject([{ key: row.key, pageAddress: { rowNo: 7 } }]);
});

it('has a file there that was uploaded into the new row while it was saved', async () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 0 });
  edits.open(form);
  const { promise, resolve } = Promise.withResolvers<void>();
  const uploading = form.session.whilePending(async () => {
    await promise;
    form.session.setValue(addressAt('G.k.2.2', [0]), 'as if it were a file');
  });
  edits.leave(form.key);
  edits.storedAs(form, { key: 'DG/7', path: 'case/1/detail/DG/7', rowNo: 7 });
  resolve();
  await uploading;
  expect(edits.find(form.key)).toBe(null);
  expect(edits.changes().items).toMatchObject([{ ...NAME, rowNo: 7 }]);
});

it('shows what was stored of a new row that was opened again before the answer', () => {
  const { session } = pageAt({ rowNo: 0 });
  const ofNew = addressAt('G.k.2.2', [0]);
  session.setValue(ofNew, 'Aspirin');
  const sent = session.changes();
  session.receiveRemote({ values: [], rows: [], retrievedAt: '2026-01-01T00:05:00.000Z' });
  session.acknowledgeSave(sent, { at: '2026-01-01T00:01:00.000Z' });
  expect(session.get(ofNew).value).toBe('Aspirin');
  expect(session.changes().items).toEqual([]);
});

it('has what a save refused until that is changed or a save goes through, also of a page that was left', () => {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const form = pageAt({ rowNo: 1 });
  const other = pageAt({ rowNo: 2 });
  edits.open(form);
  form.session.setValue(NAME, 'Aspirin');
  edits.leave(form.key);
  edits.open(other);
  const message = { en: 'Not known', ko: '', ja: '', zh: '' };
  const finding = { ...NAME, ruleId: 'X', severity: 'error' as const, message };
  const open = ({ session }: EditedPage) => openRefusals(edits.refusals(), session);
  edits.refuse([finding]);
  expect([open(form), open(other)]).toEqual([[finding], []]);
  form.session.setValue(NAME, 'Aspirin 100');
  expect(open(form)).toEqual([]);
  form.session.setValue(NAME, 'Aspirin');
  edits.refuse([]);
  expect(open(form)).toEqual([]);
});
