/** Synchronizes the page with the server: acknowledged saves, remote content, conflicts, restored edits. */
import type { PrimitiveAtom } from 'jotai';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowAddress, rowKey, type CaseContent, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { answered } from '../../../shared/derived/wholeCase.ts';
import type { Cells } from './cells.ts';
import type { Derivation } from './derivation.ts';
import type { Edits } from './edits.ts';
import type { EditsSnapshot, PageSession, RemoteChange, RowReference } from './pageSession.types.ts';
import type { Rows } from './rows.ts';
import { createUnsaved } from './unsaved.ts';
import type { Store } from './views.ts';

export interface SyncInput {
  catalogue: Catalogue;
  store: Store;
  cells: Cells;
  rows: Rows;
  derivation: Derivation;
  edits: Edits;
  /** what is known of other pages */
  elsewhere: PrimitiveAtom<CaseContent>;
  /** rows of other pages that this one names */
  references: PrimitiveAtom<readonly RowReference[]>;
  /** when the page was read */
  readAt: string | null;
  /** the page was saved before it was read */
  isSaved: boolean;
  /** the row that the first save adds */
  newRow: CaseRow | null;
}

type Sync = Pick<
  PageSession,
  | 'retrievedAt'
  | 'isSaved'
  | 'newRow'
  | 'changes'
  | 'snapshotEdits'
  | 'renumberEdits'
  | 'restoreEdits'
  | 'takeEdits'
  | 'acknowledgeSave'
  | 'noteUnanswered'
  | 'receiveRemote'
  | 'resolveConflict'
  | 'resolveOwn'
>;

/** The part of a session that moves its originals; edits stay on top of them. */
export function createSync(input: SyncInput): Sync {
  const { catalogue, store, cells, rows, derivation, edits, elsewhere, references } = input;
  let { readAt, isSaved } = input;
  /** when the newest content known here was stored or read */
  let newest = readAt ?? '';
  const unsaved = createUnsaved({ catalogue, cells, rows, readAt: () => readAt, newRow: input.newRow });

  /** Rows added here make room for those that are stored. */
  const renumber = (stored: readonly CaseRow[]): void => {
    const numbers = rows.numbersBeside(stored);
    edits.closeStep();
    if (numbers.isEmpty) return;
    rows.move(numbers);
    cells.move(numbers);
    edits.clearSteps();
  };

  const acknowledgeSave: Sync['acknowledgeSave'] = (
    sent = unsaved.changes(),
    { at = null, rows: stored = [] } = {},
  ) => {
    if (at !== null && at > newest) newest = at;
    isSaved = true;
    renumber(stored);
    // the rows may have got other numbers since they were sent
    const numbers = rows.numbersFor(sent.rows);
    // what was read of a row not yet stored is never newer than what was stored of it: it is nothing
    const isOld = input.newRow ? false : undefined;
    const discards = rows.acknowledge(sent.rows.map(numbers.row), at, isOld);
    cells.acknowledge(sent.items.map(numbers.address), at, isOld);
    if (discards) cells.recheck();
    edits.rederive();
  };

  const receiveRemote: Sync['receiveRemote'] = (content) => {
    const { values, rows: fresh, inputs = store.get(elsewhere), retrievedAt = null } = content;
    const { references: named = store.get(references) } = content;
    if (retrievedAt !== null && retrievedAt < newest) return;
    readAt = retrievedAt;
    newest = retrievedAt ?? newest;
    if (content.saved) isSaved = content.saved === 'Y';
    renumber(fresh);
    store.set(elsewhere, inputs);
    store.set(references, named);
    derivation.setOtherPages(inputs, named);
    rows.rebase(fresh, readAt);
    cells.rebase(answered(values, derivation.computed({ values, rows: fresh })), readAt);
    edits.rederive();
  };

  const resolveConflict = (
    { theirs, row, changedAt, ...address }: RemoteChange,
    keep: 'mine' | 'theirs',
  ): void => {
    const key = addressKey(address);
    edits.closeStep();
    if (row) {
      const stored = rows.receive(key, row, changedAt);
      const mine = rows.current(key);
      if (mine && stored && keep === 'theirs')
        edits.writeRows([{ ...mine, sort: stored.sort, deleted: stored.deleted }]);
    } else {
      const stored = cells.receive(key, theirs, changedAt);
      if (keep === 'theirs') edits.writeItem(address, stored);
    }
    edits.rederive();
  };

  const takeEdits: Sync['takeEdits'] = (isTaken) => {
    const { changes, startedFrom, retrievedAt, unanswered } = unsaved.snapshot();
    const ofItem = ({ itemId, rowNo, rowNo2, rowNo3 }: ItemAddress): boolean => {
      const { groups = [] } = catalogue.items[itemId] ?? catalogue.groups[itemId] ?? {};
      return isTaken({ itemId, rowNo, rowNo2, rowNo3, groups });
    };
    const items = changes.items.filter(ofItem);
    const ofRows = changes.rows.filter((row) => ofItem(rowAddress(row)));
    if (items.length + ofRows.length === 0) return null;
    edits.record([
      ...items.map(addressKey).map((key) => {
        return { key, before: { item: cells.current(key) }, after: { item: cells.original(key) } };
      }),
      ...ofRows.map(rowKey).map((key) => {
        return { key, before: { row: rows.current(key) }, after: { row: rows.original(key) } };
      }),
    ]);
    cells.release(items.map(addressKey));
    rows.release(ofRows);
    edits.clearSteps();
    edits.rederive();
    return {
      changes: { items, rows: ofRows },
      startedFrom: startedFrom.filter(ofItem),
      retrievedAt,
      ...(unanswered && {
        unanswered: {
          items: unanswered.items.filter(ofItem),
          rows: unanswered.rows.filter((row) => ofItem(rowAddress(row))),
        },
      }),
    };
  };

  return {
    retrievedAt: () => readAt,
    isSaved: () => isSaved,
    newRow: unsaved.newRow,
    changes: unsaved.changes,
    snapshotEdits: unsaved.snapshot,
    renumberEdits: unsaved.renumber,
    restoreEdits(snapshot: EditsSnapshot) {
      unsaved.restore(snapshot, edits.record);
      edits.rederive();
    },
    takeEdits,
    acknowledgeSave,
    noteUnanswered(sent) {
      cells.addUnanswered(sent.items);
      rows.addUnanswered(sent.rows);
      edits.rederive();
    },
    receiveRemote,
    resolveConflict,
    resolveOwn(overtaking) {
      const { theirs, row } = overtaking;
      const key = addressKey(overtaking);
      const isOwn = row ? rows.settle(key, row) : cells.settle(key, theirs);
      if (isOwn) resolveConflict(overtaking, 'mine');
      return isOwn;
    },
  };
}
