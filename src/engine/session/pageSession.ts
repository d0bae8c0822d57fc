/** The editing state of one open page. Made when the page's content arrives, thrown away on navigation. */
import { atom, createStore } from 'jotai';
import { rowKey, type CaseContent, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import {
  differs,
  EMPTY_VALUE,
  isEmpty,
  withNotation,
  withNullFlavor,
  withValue,
  type ItemValue,
} from '../../../shared/case/itemValue.ts';
import { answered } from '../../../shared/derived/wholeCase.ts';
import { makeListeners } from '../../listeners/listeners.ts';
import { createCells } from './cells.ts';
import { createFollowing, NOTHING, type Part } from './following.ts';
import { createHistory, type Write } from './history.ts';
import type { KeptEdits, Overtaking, PageSession, PageSessionInput } from './pageSession.types.ts';
import { createPossible } from './possibleWrites.ts';
import { createRows } from './rows.ts';
import { createUnsaved } from './unsaved.ts';

export type * from './pageSession.types.ts';

export function createPageSession(input: PageSessionInput): PageSession {
  const { catalogue, content, page, rowNo, before: recorded = null } = input;
  const readOnly = input.readOnly || recorded !== null;
  const found = catalogue.pages[page];
  if (!found) throw new Error(`the catalogue has no page ${page}`);

  const store = createStore();
  let readAt = input.retrievedAt ?? null;
  /** when the newest content known here was stored or read */
  let newest = readAt ?? '';
  const rootPath = found.kind === 'rows' && input.matrix === undefined ? [rowNo] : [];
  const references = input.references ?? [];
  const following = createFollowing({ catalogue, page, rootPath, references });
  const elsewhere = atom(input.inputs ?? NOTHING);
  following.setElsewhere(store.get(elsewhere));
  const rows = createRows(store, catalogue, (recorded ?? content).rows, readAt);
  const groupsOf = ({ itemId }: ItemAddress): readonly string[] => catalogue.items[itemId]?.groups ?? [];
  const original = recorded?.values ?? answered(content.values, following.answers(content));
  const cells = createCells(store, original, readAt, (address) =>
    rows.isDiscarded(address, groupsOf(address)),
  );
  if (recorded) showRecord({ catalogue, cells, rows }, recorded, content);
  const unsaved = createUnsaved({ catalogue, cells, rows, readAt: () => readAt });
  const possible = createPossible(cells, rows);
  const history = createHistory<Part>();
  const dirtyCount = atom(0);
  const editListeners = makeListeners();
  const clearListeners = makeListeners<[addresses: readonly ItemAddress[]]>();
  const canUndo = atom(false);
  const canRedo = atom(false);
  let step: Write<Part>[] | null = null;

  const announce = (): void => {
    store.set(dirtyCount, cells.dirty.size + rows.dirty.size);
    store.set(canUndo, history.canUndo());
    store.set(canRedo, history.canRedo());
    editListeners.tell();
  };
  const contentNow = () => ({ values: cells.said(), rows: rows.all() });
  following.reset(contentNow());

  const put = (writes: readonly Write<Part>[]): void => {
    following.put(writes);
    const ofRows: (readonly [string, CaseRow | null])[] = [];
    for (const { key, after } of writes) {
      if ('item' in after) cells.write(key, parseAddressKey(key), after.item);
      else ofRows.push([key, after.row]);
    }
    if (ofRows.length > 0 && rows.write(ofRows)) cells.recheck();
    // a step of many writes is told once, at its end
    if (step === null) announce();
  };

  const write = (writes: readonly Write<Part>[]): void => {
    if (readOnly) throw new Error(`page ${page} is read-only: nothing may be written`);
    if (step) {
      step.push(...writes);
      put(writes);
    } else together(() => write(writes));
  };

  /** One step: its writes, and what follows from them. */
  const together = (writes: () => void): void => {
    step = [];
    try {
      writes();
    } finally {
      const followed = follow(step);
      history.add(step, followed);
      following.settle([...step, ...followed]);
      step = null;
      announce();
      const cleared = followed.filter(({ after }) => 'item' in after && isEmpty(after.item));
      if (cleared.length > 0) clearListeners.tell(cleared.map(({ key }) => parseAddressKey(key)));
    }
  };

  const follow = (writes: readonly Write<Part>[]): Write<Part>[] => {
    const followed = following.follow(writes).map(({ address, nextValue: said }) => {
      const key = addressKey(address);
      return { key, before: { item: cells.current(key) }, after: { item: said }, follows: true };
    });
    put(followed);
    return followed;
  };

  /** Something else than an edit has changed the page: computed items follow it, and no step remembers that. */
  const followAnew = (): void => {
    for (const answer of following.answers(contentNow())) {
      const key = addressKey(answer);
      if (differs(cells.current(key), answer)) cells.write(key, parseAddressKey(key), answer);
    }
    following.reset(contentNow());
    announce();
  };

  const isComputed = ({ itemId }: ItemAddress): boolean =>
    (catalogue.items[itemId]?.computed ?? null) !== null;

  /** What is computed is written by nobody. */
  const writeItem = (address: ItemAddress, next: ItemValue): void => {
    if (isComputed(address)) return;
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

  const replay = (next: () => readonly Write<Part>[]): ItemAddress | null => {
    if (readOnly) return null;
    for (let found = next(); found.length > 0; found = next()) {
      const writes = possible(found);
      if (writes.length === 0) continue;
      put(writes);
      following.settle(writes);
      // what was computed may not be what the rest of the step makes of it
      if (writes.length < found.length) followAnew();
      const last = writes.findLast(({ follows }) => !follows);
      return last && 'item' in last.after ? parseAddressKey(last.key) : null;
    }
    announce();
    return null;
  };

  const putBack = (kept: KeptEdits): void => {
    unsaved.putBack(kept, write);
    followAnew();
  };

  /** Rows added here make room for those that are stored. */
  const renumber = (stored: readonly CaseRow[]): void => {
    const numbers = rows.numbersBeside(stored);
    history.close();
    if (numbers.isEmpty) return;
    rows.move(numbers);
    cells.move(numbers);
    // steps name rows by their numbers
    history.clear();
  };

  const settle = ({ theirs, row, changedAt, ...address }: Overtaking, keep: 'mine' | 'theirs'): void => {
    const key = addressKey(address);
    history.close();
    if (row) {
      const stands = rows.learn(key, row, changedAt);
      const mine = rows.current(key);
      if (mine && stands && keep === 'theirs')
        writeRows([{ ...mine, sort: stands.sort, deleted: stands.deleted }]);
    } else {
      const stands = cells.learn(key, theirs, changedAt);
      if (keep === 'theirs') writeItem(address, stands);
    }
    followAnew();
  };

  return {
    page,
    rowNo,
    readOnly,
    references,
    rootPath,
    elsewhere,
    store,

    get: (address) => cells.current(addressKey(address)),
    original: (address) => cells.original(addressKey(address)),
    startedFrom: (address) => cells.startedFrom(addressKey(address)),
    view: (address) => cells.views.view(addressKey(address)),
    frame: (address) => cells.views.frame(addressKey(address)),
    calm: (address) => cells.views.calm(addressKey(address)),
    setValue: (address, value, properties) =>
      writeItem(address, withValue(cells.current(addressKey(address)), value, properties)),
    setNullFlavor: (address, nullFlavor) =>
      writeItem(address, withNullFlavor(cells.current(addressKey(address)), nullFlavor)),
    setNotation: (address, notation) =>
      writeItem(address, withNotation(cells.current(addressKey(address)), notation)),
    copy: (address, said) => writeItem(address, said),
    erase: (address) => writeItem(address, { value: null, nullFlavor: null, notation: null }),
    reset: (address) => writeItem(address, cells.original(addressKey(address))),
    together,

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

    retrievedAt: () => readAt,
    changes: unsaved.changes,
    dirtyCount,
    subscribeDirty: (listener) => store.sub(dirtyCount, () => listener(store.get(dirtyCount))),
    subscribeEdits: editListeners.add,
    subscribeCleared: clearListeners.add,
    keep: unsaved.keep,
    putBack,
    markSaved(sent = unsaved.changes(), { at = null, rows: stored = [] } = {}) {
      if (at !== null && at > newest) newest = at;
      renumber(stored);
      // the rows may have got other numbers since they were sent
      const numbers = rows.placed(sent.rows);
      rows.accept(sent.rows.map(numbers.row), at);
      cells.accept(sent.items.map(numbers.address), at);
      followAnew();
    },
    rebase({ values, rows: fresh, inputs = store.get(elsewhere), retrievedAt = null }) {
      if (retrievedAt !== null && retrievedAt < newest) return;
      readAt = retrievedAt;
      newest = retrievedAt ?? newest;
      renumber(fresh);
      store.set(elsewhere, inputs);
      following.setElsewhere(inputs);
      rows.rebase(fresh, readAt);
      cells.rebase(answered(values, following.answers({ values, rows: fresh })), readAt);
      followAnew();
    },
    settle,

    undo: () => replay(history.undo),
    redo: () => replay(history.redo),
    closeStep: () => history.close(),
    canUndo,
    canRedo,
  };
}

/** Puts what was said on top of what had been said before. */
function showRecord(
  {
    catalogue,
    cells,
    rows,
  }: {
    catalogue: PageSessionInput['catalogue'];
    cells: ReturnType<typeof createCells>;
    rows: ReturnType<typeof createRows>;
  },
  before: CaseContent,
  { values, rows: stood }: CaseContent,
): void {
  const shown = stood
    .filter(({ group }) => group in catalogue.groups)
    .map((row) => [rowKey(row), row] as const);
  const is = new Set(shown.map(([key]) => key));
  const gone = before.rows.filter(({ group }) => group in catalogue.groups).map(rowKey);
  rows.write([...shown, ...gone.filter((key) => !is.has(key)).map((key) => [key, null] as const)]);
  const said = new Map(values.map((value) => [addressKey(value), value]));
  for (const value of before.values) {
    const key = addressKey(value);
    if (!said.has(key)) cells.write(key, value, EMPTY_VALUE);
  }
  for (const [key, value] of said) if (differs(cells.original(key), value)) cells.write(key, value, value);
}
