/** The editing state of one open page. Made when the page's content arrives, thrown away on navigation. */
import { atom, createStore, type Atom } from 'jotai';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import {
  addressKey,
  parseAddressKey,
  type ItemAddress,
  type RowPath,
} from '../../../shared/case/itemAddress.ts';
import {
  differs,
  withNotation,
  withNullFlavor,
  withValue,
  type ItemProperties,
  type ItemValue,
} from '../../../shared/case/itemValue.ts';
import { createCells, type ItemView, type Store } from './cells.ts';
import { createHistory, type Write } from './history.ts';
import { createRows } from './rows.ts';

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
  /** 0 for a page that is one form, and for a row not yet stored */
  rowNo: number;
  references?: readonly RowReference[];
  readOnly: boolean;
}

export interface PageSession {
  readonly page: string;
  readonly rowNo: number;
  readonly readOnly: boolean;
  readonly references: readonly RowReference[];
  /** row numbers every address of the page begins with: `[rowNo]` on pages of rows, else none */
  readonly rootPath: RowPath;
  /** the store all atoms below live in */
  readonly store: Store;

  get(address: ItemAddress): ItemValue;
  original(address: ItemAddress): ItemValue;
  view(address: ItemAddress): Atom<ItemView>;
  /** Writes obey the laws of `itemValue.ts`. All throw on a read-only page. */
  setValue(address: ItemAddress, value: string, properties?: ItemProperties | null): void;
  setNullFlavor(address: ItemAddress, nullFlavor: string): void;
  setNotation(address: ItemAddress, notation: string): void;
  /** Nothing is said about the item any more. */
  erase(address: ItemAddress): void;
  /** Back to the original. */
  reset(address: ItemAddress): void;
  /** The writes made inside are one step to undo. */
  together(writes: () => void): void;

  /** The rows of a group inside a parent row, in display order, struck ones included. */
  rows(group: string, parent: RowPath): Atom<readonly CaseRow[]>;
  addRow(group: string, parent: RowPath): CaseRow;
  deleteRow(row: CaseRow): void;
  restoreRow(row: CaseRow): void;
  moveRow(row: CaseRow, by: 1 | -1): void;

  /** Exactly what differs from the original, in the order of the catalogue. */
  changes(): ChangeSet;
  readonly dirtyCount: Atom<number>;
  subscribeDirty(listener: (count: number) => void): () => void;
  /** Called after every write, e.g. to keep a journal of `changes()`. */
  subscribeEdits(listener: () => void): () => void;
  /** Puts changes kept elsewhere (a journal) on top of the originals. */
  apply(changes: ChangeSet): void;
  /** What was sent is now the original; what was typed since then stays a change. Forgets the steps to undo. */
  markSaved(sent?: ChangeSet): void;
  /** The server's newer content becomes the original; own changes stay. Without content: `markSaved()`. */
  rebase(content?: CaseContent): void;

  /** Takes one step back, or forth; tells the address it touched, null for rows or when there is no step. */
  undo(): ItemAddress | null;
  redo(): ItemAddress | null;
  /** The next write begins a step of its own; called when the focus moves. */
  closeStep(): void;
  readonly canUndo: Atom<boolean>;
  readonly canRedo: Atom<boolean>;
}

type Part = { item: ItemValue } | { row: CaseRow | null };

export function createPageSession(input: PageSessionInput): PageSession {
  const { catalogue, content, page, rowNo, readOnly } = input;
  const found = catalogue.pages[page];
  if (!found) throw new Error(`the catalogue has no page ${page}`);

  const store = createStore();
  const rows = createRows(store, catalogue, content.rows);
  const groupsOf = ({ itemId }: ItemAddress): readonly string[] => catalogue.items[itemId]?.groups ?? [];
  const cells = createCells(store, content.values, (address) => rows.isDiscarded(address, groupsOf(address)));
  const history = createHistory<Part>();
  const dirtyCount = atom(0);
  const edits = atom(0);
  const canUndo = atom(false);
  const canRedo = atom(false);
  let step: Write<Part>[] | null = null;

  const announce = (): void => {
    store.set(dirtyCount, cells.dirty.size + rows.dirty.size);
    store.set(canUndo, history.canUndo());
    store.set(canRedo, history.canRedo());
    store.set(edits, (count) => count + 1);
  };

  const put = (writes: readonly Write<Part>[]): void => {
    const ofRows: (readonly [string, CaseRow | null])[] = [];
    for (const { key, after } of writes) {
      if ('item' in after) cells.write(key, parseAddressKey(key), after.item);
      else ofRows.push([key, after.row]);
    }
    if (ofRows.length > 0 && rows.write(ofRows)) cells.recheck();
    announce();
  };

  const write = (writes: readonly Write<Part>[]): void => {
    if (readOnly) throw new Error(`page ${page} is read-only: nothing may be written`);
    if (step) step.push(...writes);
    else history.add(writes);
    put(writes);
  };

  const writeItem = (address: ItemAddress, next: ItemValue): void => {
    const key = addressKey(address);
    const before = cells.current(key);
    if (differs(before, next) || before.properties?.fileKey !== next.properties?.fileKey) {
      write([{ key, before: { item: before }, after: { item: next } }]);
    }
  };

  const writeRows = (next: readonly CaseRow[]): void =>
    write(
      next.map((row) => {
        const key = rowKey(row);
        return { key, before: { row: rows.current(key) }, after: { row } };
      }),
    );

  const replay = (writes: readonly Write<Part>[]): ItemAddress | null => {
    put(writes);
    const last = writes.at(-1);
    return last && 'item' in last.after ? parseAddressKey(last.key) : null;
  };

  const changes = (): ChangeSet => ({
    items: [...cells.dirty]
      .map((key) => ({ ...parseAddressKey(key), ...cells.current(key) }))
      .sort(
        (a, b) =>
          (catalogue.items[a.itemId]?.sort ?? 0) - (catalogue.items[b.itemId]?.sort ?? 0) ||
          a.rowNo - b.rowNo ||
          a.rowNo2 - b.rowNo2 ||
          a.rowNo3 - b.rowNo3,
      ),
    rows: [...rows.dirty].flatMap((key) => rows.current(key) ?? []),
  });

  const markSaved = (sent: ChangeSet = changes()): void => {
    rows.accept(sent.rows);
    cells.accept(sent.items);
    history.clear();
    announce();
  };

  return {
    page,
    rowNo,
    readOnly,
    references: input.references ?? [],
    rootPath: found.kind === 'rows' ? [rowNo] : [],
    store,

    get: (address) => cells.current(addressKey(address)),
    original: (address) => cells.original(addressKey(address)),
    view: (address) => cells.view(addressKey(address)),
    setValue: (address, value, properties) =>
      writeItem(address, withValue(cells.current(addressKey(address)), value, properties)),
    setNullFlavor: (address, nullFlavor) =>
      writeItem(address, withNullFlavor(cells.current(addressKey(address)), nullFlavor)),
    setNotation: (address, notation) =>
      writeItem(address, withNotation(cells.current(addressKey(address)), notation)),
    erase: (address) => writeItem(address, { value: null, nullFlavor: null, notation: null }),
    reset: (address) => writeItem(address, cells.original(addressKey(address))),
    together(writes) {
      step = [];
      try {
        writes();
      } finally {
        history.add(step);
        step = null;
        announce();
      }
    },

    rows: rows.list,
    addRow(group, parent) {
      const row = rows.next(group, parent);
      writeRows([row]);
      return row;
    },
    deleteRow: (row) => writeRows([{ ...row, deleted: true }]),
    restoreRow: (row) => writeRows([{ ...row, deleted: false }]),
    moveRow: (row, by) => writeRows(rows.moved(row, by)),

    changes,
    dirtyCount,
    subscribeDirty: (listener) => store.sub(dirtyCount, () => listener(store.get(dirtyCount))),
    subscribeEdits: (listener) => store.sub(edits, listener),
    apply(kept) {
      put([
        ...kept.rows.map((row) => ({
          key: rowKey(row),
          before: { row: rows.current(rowKey(row)) },
          after: { row },
        })),
        ...kept.items.map((item) => {
          const key = addressKey(item);
          const { value, nullFlavor, notation, properties } = item;
          const after = { item: { value, nullFlavor, notation, properties: properties ?? null } };
          return { key, before: { item: cells.current(key) }, after };
        }),
      ]);
    },
    markSaved,
    rebase(fresh) {
      if (!fresh) return markSaved();
      rows.rebase(fresh.rows);
      cells.rebase(fresh.values);
      history.clear();
      announce();
    },

    undo: () => replay(history.undo()),
    redo: () => replay(history.redo()),
    closeStep: () => history.close(),
    canUndo,
    canRedo,
  };
}
