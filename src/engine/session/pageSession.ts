/** The editing state of one open page. Made when the page's content arrives, discarded on navigation. */
import { atom, createStore } from 'jotai';
import { newUuid } from '../../browser/newUuid.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { withNotation, withNullFlavor, withValue } from '../../../shared/case/itemValue.ts';
import { answered } from '../../../shared/derived/wholeCase.ts';
import { createCells, type Cells } from './cells.ts';
import { createDerivation, NO_CONTENT } from './derivation.ts';
import { createEdits, type Edits } from './edits.ts';
import type { PageSession, PageSessionInput, RowReference } from './pageSession.types.ts';
import { showRecord } from './record.ts';
import { isIn } from './isIn.ts';
import { createRows, type Rows } from './rows.ts';
import { contentInRow, editsInRow } from './storedRow.ts';
import { createSync } from './sync.ts';

export type * from './pageSession.types.ts';

const NO_REFERENCES: readonly RowReference[] = [];

/** A session over the content of a page: cells and rows hold the values, edits write them, sync moves their originals. */
export function createPageSession(input: PageSessionInput): PageSession {
  const { catalogue, content, page, rowNo, before = null } = input;
  const found = catalogue.pages[page];
  if (!found) throw new Error(`the catalogue has no page ${page}`);

  const store = createStore();
  const readOnly = input.readOnly || before !== null;
  const readAt = input.retrievedAt ?? null;
  const rootPath = found.kind === 'rows' && input.matrix === undefined ? [rowNo] : [];
  const references = atom(input.references ?? NO_REFERENCES);
  const elsewhere = atom(input.inputs ?? NO_CONTENT);
  const derivation = createDerivation({ catalogue, page, rootPath });
  derivation.setOtherPages(store.get(elsewhere), store.get(references));

  const rows = createRows(store, catalogue, (before ?? content).rows, readAt);
  const original = before?.values ?? answered(content.values, derivation.computed(content));
  const cells = createCells(store, original, readAt, (address) =>
    rows.isDiscarded(address, catalogue.items[address.itemId]?.groups ?? []),
  );
  if (before) showRecord({ catalogue, cells, rows }, before, content);
  const edits = createEdits({ catalogue, page, readOnly, store, cells, rows, derivation });
  const isSaved = input.saved === 'Y';
  const newRow = found.group !== null && rootPath[0] === 0 ? rowToAdd(found.group) : null;
  const sync = createSync({
    catalogue,
    store,
    cells,
    rows,
    derivation,
    edits,
    elsewhere,
    references,
    readAt,
    isSaved,
    newRow,
  });
  const { dirtyCount } = edits;

  return {
    page,
    rowNo,
    readOnly,
    references,
    rootPath,
    elsewhere,
    store,
    has: isIn(catalogue, page, rootPath),
    ...itemsOf(cells, edits),
    ...rowsOf(rows, edits),
    ...sync,
    follow: (address) => {
      const pathNow = rows.follow(catalogue.items[address.itemId]?.groups ?? [], address);
      return () => addressAt(address.itemId, pathNow());
    },
    followParent: (group, parent) =>
      rows.follow(catalogue.groups[group]?.groups.slice(0, -1) ?? [], addressAt(group, parent)),
    asStored: (stored) => {
      const next = createPageSession({
        ...input,
        content: contentInRow({ values: cells.originals(), rows: rows.originals() }, stored),
        rowNo: stored,
        inputs: store.get(elsewhere),
        references: store.get(references),
        saved: 'Y',
        retrievedAt: sync.retrievedAt(),
      });
      next.restoreEdits(editsInRow(sync.snapshotEdits(), stored));
      return next;
    },
    transaction: edits.transaction,
    whilePending: edits.whilePending,
    pendingCount: edits.pendingCount,
    dirtyCount,
    isDirty: () => store.get(dirtyCount) > 0,
    subscribeDirty: (listener) => store.sub(dirtyCount, () => listener(store.get(dirtyCount))),
    subscribeEdits: edits.subscribeEdits,
    subscribeCleared: edits.subscribeCleared,
    undo: edits.undo,
    redo: edits.redo,
    closeStep: edits.closeStep,
    canUndo: edits.canUndo,
    canRedo: edits.canRedo,
  };
}

/** The server gives it number and place; its id says which row it is when it is sent again. */
const rowToAdd = (group: string): CaseRow => ({
  group,
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  rowId: newUuid(),
  sort: 1,
  deleted: false,
});

type ItemMethods = Pick<
  PageSession,
  | 'get'
  | 'original'
  | 'startedFrom'
  | 'view'
  | 'frame'
  | 'settledView'
  | 'setValue'
  | 'setNullFlavor'
  | 'setNotation'
  | 'copy'
  | 'erase'
  | 'reset'
>;

function itemsOf(cells: Cells, { writeItem }: Edits): ItemMethods {
  const current = (address: ItemAddress) => cells.current(addressKey(address));
  return {
    get: current,
    original: (address) => cells.original(addressKey(address)),
    startedFrom: (address) => cells.startedFrom(addressKey(address)),
    view: (address) => cells.views.view(addressKey(address)),
    frame: (address) => cells.views.frame(addressKey(address)),
    settledView: (address) => cells.views.settled(addressKey(address)),
    setValue: (address, value, properties) =>
      writeItem(address, withValue(current(address), value, properties)),
    setNullFlavor: (address, nullFlavor) => writeItem(address, withNullFlavor(current(address), nullFlavor)),
    setNotation: (address, notation) => writeItem(address, withNotation(current(address), notation)),
    copy: writeItem,
    erase: (address) => writeItem(address, { value: null, nullFlavor: null, notation: null }),
    reset: (address) => writeItem(address, cells.original(addressKey(address))),
  };
}

type RowMethods = Pick<
  PageSession,
  'rows' | 'row' | 'rowStartedFrom' | 'addRow' | 'deleteRow' | 'restoreRow' | 'moveRow' | 'isRowChanged'
>;

function rowsOf(rows: Rows, { writeRows }: Edits): RowMethods {
  return {
    rows: rows.list,
    row: (row) => rows.current(rowKey(row)) ?? undefined,
    rowStartedFrom: (row) => rows.startedFrom(rowKey(row)),
    addRow(group, parent) {
      const row = rows.next(group, parent);
      writeRows([row]);
      return row;
    },
    deleteRow: (row) => writeRows([{ ...row, deleted: true }]),
    restoreRow: (row) => writeRows([{ ...row, deleted: false }]),
    moveRow: (row, by) => writeRows(rows.moved(row, by)),
    isRowChanged: (row) => rows.dirty.has(rowKey(row)),
  };
}
