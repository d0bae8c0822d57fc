/** The editing state of one open page, as callers see it. */
import type { Atom } from 'jotai';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import type { ItemAddress, RowPath } from '../../../shared/case/itemAddress.ts';
import type { ItemProperties, ItemValue } from '../../../shared/case/itemValue.ts';
import type { ItemView, Store } from './views.ts';

/** A row of another page that this page refers to. */
export interface RowReference {
  group: string;
  rowNo: number;
  rowId: string;
  label: string;
  deleted: boolean;
}

export interface PageSessionInput {
  content: CaseContent;
  catalogue: Catalogue;
  page: string;
  /** 0 for a page that is one form, for a row not yet stored, and for all rows at once */
  rowNo: number;
  /** instead of one row of the page, this group over all its rows */
  matrix?: string;
  references?: readonly RowReference[];
  /** the content of other pages that conditions and computed items of this page read */
  inputs?: CaseContent;
  readOnly: boolean;
  /** left out: N, the page was never saved */
  saved?: 'Y' | 'N';
  /**
   * Makes the session a record of the past: it shows `content`, marked where that differs from this earlier content.
   * Nothing is computed in it, and nothing may be written.
   */
  before?: CaseContent;
  /** ISO 8601: when the content was read; without it changes by others meanwhile are not noticed */
  retrievedAt?: string | null;
}

/** Where an edit is. Of a row `itemId` is its group. */
export interface EditPlace extends ItemAddress {
  /** the groups it lies in, outermost first */
  groups: readonly string[];
}

/** A snapshot of unsaved edits, stored outside the session. */
export interface EditsSnapshot {
  changes: ChangeSet;
  /** when the content they are based on was read, null where that is not known */
  retrievedAt: string | null;
  /** the values of the changed items then */
  startedFrom: readonly CaseValue[];
  /** what earlier saves sent without an answer */
  unanswered?: ChangeSet;
  /** of a row not yet stored: a save of the edits, however often it is sent, adds the row of this id once */
  rowId?: string;
}

/** A page as it was read again; what is left out is as it was. */
export interface RemoteContent extends CaseContent {
  inputs?: CaseContent;
  references?: readonly RowReference[];
  retrievedAt?: string;
  saved?: 'Y' | 'N';
}

/** A value that another user stored at the address of a change, as a refused save names it. */
export interface RemoteChange extends ItemAddress {
  theirs: ItemValue;
  /** of a row: `itemId` is its group */
  row?: Pick<CaseRow, 'sort' | 'deleted'>;
  /** ISO 8601 */
  changedAt: string;
}

export interface PageSession {
  readonly page: string;
  readonly rowNo: number;
  readonly readOnly: boolean;
  /** rows of other pages that this one names, in list order, deleted ones included */
  readonly references: Atom<readonly RowReference[]>;
  /** The content of other pages, as far as this one reads it. */
  readonly elsewhere: Atom<CaseContent>;
  /** row numbers every address of the page begins with: `[rowNo]` where the page is one row, else none */
  readonly rootPath: RowPath;
  /** the store all atoms below live in */
  readonly store: Store;

  /**
   * Does the form of the page have this item, or this row (`itemId` is its group), at this depth? That of another version or
   * region may have it elsewhere, or not at all.
   */
  has(address: ItemAddress): boolean;
  get(address: ItemAddress): ItemValue;
  original(address: ItemAddress): ItemValue;
  /** The value a change started from: the original, or the one that was before another user changed it. */
  startedFrom(address: ItemAddress): ItemValue;
  view(address: ItemAddress): Atom<ItemView>;
  /** The same, but silent while only the text of a value changes: for the frame of a field that keeps its own text. */
  frame(address: ItemAddress): Atom<ItemView>;
  /** The same, but following when typing pauses: for parts far from the field. */
  settledView(address: ItemAddress): Atom<ItemView>;
  /** Writes obey the laws of `itemValue.ts`. All throw on a read-only page. */
  setValue(address: ItemAddress, value: string, properties?: ItemProperties | null): void;
  setNullFlavor(address: ItemAddress, nullFlavor: string): void;
  setNotation(address: ItemAddress, notation: string): void;
  /** Gives the item exactly the value of another one. */
  copy(address: ItemAddress, value: ItemValue): void;
  /** Removes value, null flavor and notation. */
  erase(address: ItemAddress): void;
  /** Back to the original. */
  reset(address: ItemAddress): void;
  /** The writes made inside are one step to undo. */
  transaction(writes: () => void): void;

  /** The rows of a group inside a parent row, in display order, deleted ones included. */
  rows(group: string, parent: RowPath): Atom<readonly CaseRow[]>;
  /** The current row of that group and number, even if deleted. */
  row(row: Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'>): CaseRow | undefined;
  /** The row that a change started from; null for one that was added. */
  rowStartedFrom(row: Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'>): CaseRow | null;
  addRow(group: string, parent: RowPath): CaseRow;
  deleteRow(row: CaseRow): void;
  restoreRow(row: CaseRow): void;
  moveRow(row: CaseRow, by: 1 | -1): void;
  /**
   * Answers where an item is whenever it is called: its row may get another number while something is asked for, and what is
   * written after the answer must not be written into the row that has the number by then.
   */
  follow(address: ItemAddress): () => ItemAddress;
  /** The same of the row that a list of rows of this group lies in. */
  followParent(group: string, parent: RowPath): () => RowPath;
  /** Was the row added, deleted, restored or moved since it was read? */
  isRowChanged(row: CaseRow): boolean;

  /** Was the page ever saved, by whichever save or user? */
  isSaved(): boolean;
  /** The row that the first save adds, where the page is one not yet stored. */
  newRow(): CaseRow | null;
  /** When the page was read last; changes with another basis name it. */
  retrievedAt(): string | null;
  /** Exactly what differs from the original, in the order of the catalogue. */
  changes(): ChangeSet;
  /** Items and rows that differ from the original, and what is pending. */
  readonly dirtyCount: Atom<number>;
  /**
   * Runs what the user began and whose end writes into the page: an upload, a translation. Until then the page counts as
   * unsaved, so that its session outlives a page that is left.
   */
  whilePending<T>(work: () => Promise<T>): Promise<T>;
  readonly pendingCount: Atom<number>;
  /** Is anything of the page unsaved, or on its way? */
  isDirty(this: void): boolean;
  subscribeDirty(listener: (count: number) => void): () => void;
  /** Called after every write, e.g. to keep a journal of `changes()`. */
  subscribeEdits(listener: () => void): () => void;
  /** Called with the addresses that an edit elsewhere has cleared because they are hidden now. */
  subscribeCleared(listener: (addresses: readonly ItemAddress[]) => void): () => void;
  /** The unsaved edits with the values they started from, to be stored outside the session. */
  snapshotEdits(): EditsSnapshot;
  /** The snapshot as it would be restored: a row added in it may have the number that another user's row got meanwhile. */
  renumberEdits(snapshot: EditsSnapshot): EditsSnapshot;
  /** Applies a snapshot to the originals, as one step. Conflicts with remote changes since then are still reported. */
  restoreEdits(snapshot: EditsSnapshot): void;
  /**
   * Takes the edits of the items and rows that `isTaken` selects out of the page, for another session that shows them,
   * too; null if there are none. Steps made before cannot be undone any more.
   */
  takeEdits(isTaken: (place: EditPlace) => boolean): EditsSnapshot | null;
  /**
   * Makes what was sent the original; what was typed since then stays a change. `at`: when it was stored; `rows`: those
   * that were added, with the numbers they got.
   */
  acknowledgeSave(sent?: ChangeSet, stored?: { at?: string | null; rows?: readonly CaseRow[] }): void;
  /** A save of these changes had no answer: what is stored of them is no change by another user. */
  noteUnanswered(sent: ChangeSet): void;
  /**
   * The session of the row that a new row was stored as, once that save is acknowledged: what was stored, and on top what
   * was typed since.
   */
  asStored(rowNo: number): PageSession;
  /** Makes newer content of the server the original; own changes stay. Older content is ignored. */
  receiveRemote(content: RemoteContent): void;
  /** Resolves a conflict that a save was refused for: my value stays on top of theirs, or is replaced by it. */
  resolveConflict(overtaking: RemoteChange, keep: 'mine' | 'theirs'): void;
  /** The same of a conflict with what an earlier save of this page stored without an answer; false: it is with another user. */
  resolveOwn(overtaking: RemoteChange): boolean;

  /** Goes one step back, or forth; answers the item or row of its last edit, null when there is no step. */
  undo(): ItemAddress | CaseRow | null;
  redo(): ItemAddress | CaseRow | null;
  /** The next write begins a step of its own; called when the focus moves. */
  closeStep(): void;
  readonly canUndo: Atom<boolean>;
  readonly canRedo: Atom<boolean>;
}
