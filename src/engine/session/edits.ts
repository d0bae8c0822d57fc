/** The edits of a page: writes in steps, the values derived from them, undo and redo. */
import { atom } from 'jotai';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { differs, isEmpty, type ItemValue } from '../../../shared/case/itemValue.ts';
import { makeListeners } from '../../listeners/listeners.ts';
import type { Cells } from './cells.ts';
import type { Derivation, Part } from './derivation.ts';
import { createHistory, type Possible, type Write } from './history.ts';
import { createPossible, isSamePart } from './possibleWrites.ts';
import type { Rows } from './rows.ts';
import type { Store } from './views.ts';

export interface EditsInput {
  catalogue: Catalogue;
  page: string;
  readOnly: boolean;
  store: Store;
  cells: Cells;
  rows: Rows;
  derivation: Derivation;
}

/** Some groups have the id of their item: the key of a row is that of the item in it, too. */
const idOf = ({ key, after }: Write<Part>): string => ('row' in after ? `row ${key}` : key);

/** The item that a write is of, or the row. */
function editedBy({ key, before, after }: Write<Part>): ItemAddress | CaseRow | null {
  if ('item' in after) return parseAddressKey(key);
  return after.row ?? ('row' in before ? before.row : null);
}

export type Edits = ReturnType<typeof createEdits>;

/** Writes reach cells and rows here only, so that each of them belongs to a step and derived values follow. */
export function createEdits({ catalogue, page, readOnly, store, cells, rows, derivation }: EditsInput) {
  const history = createHistory(isSamePart, idOf);
  const possible = createPossible(cells, rows);
  const dirtyCount = atom(0);
  const pendingCount = atom(0);
  const canUndo = atom(false);
  const canRedo = atom(false);
  const editListeners = makeListeners();
  const clearListeners = makeListeners<[addresses: readonly ItemAddress[]]>();
  /** the writes of the transaction under way */
  let step: Write<Part>[] | null = null;

  const content = (): CaseContent => ({ values: cells.all(), rows: rows.all() });
  derivation.reset(content());

  /** Tells atoms and listeners that the page has changed. */
  const notify = (): void => {
    store.set(dirtyCount, cells.dirty.size + rows.dirty.size + store.get(pendingCount));
    store.set(canUndo, history.canUndo());
    store.set(canRedo, history.canRedo());
    editListeners.notify();
  };

  const applyWrites = (writes: readonly Write<Part>[]): void => {
    derivation.write(writes);
    const ofRows: (readonly [string, CaseRow | null])[] = [];
    for (const { key, after } of writes) {
      if ('item' in after) cells.write(key, parseAddressKey(key), after.item);
      else ofRows.push([key, after.row]);
    }
    if (ofRows.length > 0 && rows.write(ofRows)) cells.recheck();
    // a transaction notifies once, at its end
    if (step === null) notify();
  };

  /** Applies writes as part of the transaction under way, or as one of their own. */
  const record = (writes: readonly Write<Part>[]): void => {
    if (readOnly) throw new Error(`page ${page} is read-only: nothing may be written`);
    if (step) {
      step.push(...writes);
      applyWrites(writes);
    } else transaction(() => record(writes));
  };

  /** The writes made inside, and the values derived from them, are one step to undo. */
  const transaction = (writes: () => void): void => {
    step = [];
    try {
      writes();
    } finally {
      const derived = derive(step);
      history.add(step, derived);
      derivation.endStep([...step, ...derived]);
      step = null;
      notify();
      const cleared = derived.filter(({ after }) => 'item' in after && isEmpty(after.item));
      if (cleared.length > 0) clearListeners.notify(cleared.map(({ key }) => parseAddressKey(key)));
    }
  };

  const derive = (writes: readonly Write<Part>[]): Write<Part>[] => {
    const derived = derivation.derive(writes).map(({ address, nextValue }) => {
      const key = addressKey(address);
      return { key, before: { item: cells.current(key) }, after: { item: nextValue }, derived: true };
    });
    applyWrites(derived);
    return derived;
  };

  /** Computes the page again after a change that was no edit; no step remembers it. */
  const rederive = (): void => {
    for (const computed of derivation.computed(content())) {
      const key = addressKey(computed);
      if (differs(cells.current(key), computed)) cells.write(key, parseAddressKey(key), computed);
    }
    derivation.reset(content());
    notify();
  };

  const whilePending = async <T>(work: () => Promise<T>): Promise<T> => {
    const count = (by: 1 | -1): void => {
      store.set(pendingCount, store.get(pendingCount) + by);
      notify();
    };
    count(1);
    try {
      return await work();
    } finally {
      count(-1);
    }
  };

  const isComputed = ({ itemId }: ItemAddress): boolean =>
    (catalogue.items[itemId]?.computed ?? null) !== null;

  /** Writes an item; a computed one is never written by an edit. */
  const writeItem = (address: ItemAddress, next: ItemValue): void => {
    if (isComputed(address)) return;
    const key = addressKey(address);
    const before = cells.current(key);
    if (differs(before, next) || before.properties?.fileKey !== next.properties?.fileKey)
      record([{ key, before: { item: before }, after: { item: next } }]);
  };

  const writeRows = (next: readonly CaseRow[]): void =>
    record(
      next.map((row) => {
        const key = rowKey(row);
        return { key, before: { row: rows.current(key) }, after: { row } };
      }),
    );

  /** Applies the next step that is still possible; answers the item or row of its last edit. */
  const replay = (
    next: (possible: Possible<Part>) => readonly Write<Part>[],
  ): ItemAddress | CaseRow | null => {
    if (readOnly) return null;
    let isWhole = true;
    const writes = next((step) => {
      const found = possible(step);
      isWhole = found.length === step.length;
      return found;
    });
    if (writes.length === 0) {
      notify();
      return null;
    }
    applyWrites(writes);
    derivation.endStep(writes);
    // values derived by the whole step may differ from those derived by the rest of it
    if (!isWhole) rederive();
    const last = writes.findLast(({ derived }) => !derived);
    return last ? editedBy(last) : null;
  };

  return {
    record,
    transaction,
    rederive,
    writeItem,
    writeRows,
    undo: () => replay(history.undo),
    redo: () => replay(history.redo),
    /** The next write begins a step of its own. */
    closeStep: () => history.close(),
    /** Forgets all steps: they name rows by numbers that no longer hold. */
    clearSteps: () => history.clear(),
    whilePending,
    pendingCount,
    dirtyCount,
    canUndo,
    canRedo,
    subscribeEdits: editListeners.add,
    subscribeCleared: clearListeners.add,
  };
}
