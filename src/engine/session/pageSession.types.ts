/** The editing state of one open page, as its users see it. */
import type { Atom } from 'jotai';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import type { ItemAddress, RowPath } from '../../../shared/case/itemAddress.ts';
import type { ItemProperties, ItemValue } from '../../../shared/case/itemValue.ts';
import type { ItemView, Store } from './views.ts';

/** A row of another page that this page speaks of. */
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
  /** what conditions and computed items of the page read of other pages */
  inputs?: CaseContent;
  readOnly: boolean;
  /**
   * Makes of the session a record of what was: it shows `content`, marked where that differs from what was said before.
   * Nothing is computed in it, and nothing may be written.
   */
  before?: CaseContent;
  /** ISO 8601: when the content was read; without it nothing is known of what others store meanwhile */
  retrievedAt?: string | null;
}

/** Unsaved edits as they were kept elsewhere. */
export interface KeptEdits {
  changes: ChangeSet;
  /** when the content they are based on was read, null where that is not known */
  retrievedAt: string | null;
  /** what the changed items said then */
  startedFrom: readonly CaseValue[];
}

/** What somebody else stored at an address of a change, as a refused save tells it. */
export interface Overtaking extends ItemAddress {
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
  readonly references: readonly RowReference[];
  /** What is known of other pages, as far as this one reads it. */
  readonly elsewhere: Atom<CaseContent>;
  /** row numbers every address of the page begins with: `[rowNo]` where the page is one row, else none */
  readonly rootPath: RowPath;
  /** the store all atoms below live in */
  readonly store: Store;

  get(address: ItemAddress): ItemValue;
  original(address: ItemAddress): ItemValue;
  /** What the change of the address started from: the original, or what that was before somebody else changed it. */
  startedFrom(address: ItemAddress): ItemValue;
  view(address: ItemAddress): Atom<ItemView>;
  /** The same, but silent while only the words of what is said change: for all around a field that shows its own text. */
  frame(address: ItemAddress): Atom<ItemView>;
  /** The same, but following when the typing pauses: for what is far from the field. */
  calm(address: ItemAddress): Atom<ItemView>;
  /** Writes obey the laws of `itemValue.ts`. All throw on a read-only page. */
  setValue(address: ItemAddress, value: string, properties?: ItemProperties | null): void;
  setNullFlavor(address: ItemAddress, nullFlavor: string): void;
  setNotation(address: ItemAddress, notation: string): void;
  /** Says of the item exactly what was said of another one. */
  copy(address: ItemAddress, said: ItemValue): void;
  /** Nothing is said about the item any more. */
  erase(address: ItemAddress): void;
  /** Back to the original. */
  reset(address: ItemAddress): void;
  /** The writes made inside are one step to undo. */
  together(writes: () => void): void;

  /** The rows of a group inside a parent row, in display order, struck ones included. */
  rows(group: string, parent: RowPath): Atom<readonly CaseRow[]>;
  /** The row of that group and number as it is now, struck ones included. */
  row(row: Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'>): CaseRow | undefined;
  /** What the change of a row started from; null where it was not there. */
  rowStartedFrom(row: Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'>): CaseRow | null;
  addRow(group: string, parent: RowPath): CaseRow;
  deleteRow(row: CaseRow): void;
  restoreRow(row: CaseRow): void;
  moveRow(row: CaseRow, by: 1 | -1): void;
  /** Is the row added, struck, restored or moved since it was read? */
  isRowChanged(row: CaseRow): boolean;

  /** When the page was read last; changes based on something else say so. */
  retrievedAt(): string | null;
  /** Exactly what differs from the original, in the order of the catalogue. */
  changes(): ChangeSet;
  readonly dirtyCount: Atom<number>;
  subscribeDirty(listener: (count: number) => void): () => void;
  /** Called after every write, e.g. to keep a journal of `changes()`. */
  subscribeEdits(listener: () => void): () => void;
  /** Called with the addresses that an edit of something else has cleared, since they are hidden now. */
  subscribeCleared(listener: (addresses: readonly ItemAddress[]) => void): () => void;
  /** The unsaved edits with what they started from, to be kept elsewhere. */
  keep(): KeptEdits;
  /** Puts kept edits on top of the originals, as one step. What others stored since then stays to be asked about. */
  putBack(kept: KeptEdits): void;
  /**
   * What was sent is now the original; what was typed since then stays a change. `at`: when it was stored; `rows`: those
   * that were added, with the numbers they got.
   */
  markSaved(sent?: ChangeSet, stored?: { at?: string | null; rows?: readonly CaseRow[] }): void;
  /** The server's newer content becomes the original; own changes stay. Older content is ignored. */
  rebase(content: CaseContent & { inputs?: CaseContent; retrievedAt?: string }): void;
  /** Settles what a save was refused for: their value is known now, and mine stays on top of it, or goes. */
  settle(overtaking: Overtaking, keep: 'mine' | 'theirs'): void;

  /** Takes one step back, or forth; tells the address it touched, null for rows or when there is no step. */
  undo(): ItemAddress | null;
  redo(): ItemAddress | null;
  /** The next write begins a step of its own; called when the focus moves. */
  closeStep(): void;
  readonly canUndo: Atom<boolean>;
  readonly canRedo: Atom<boolean>;
}
