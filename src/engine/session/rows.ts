/** The rows of one page, deleted ones included: as they are here, as they are stored, and what a save is to send. */
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { rowPathOf, type ItemAddress, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { createBases } from './bases.ts';
import { renumbered, type Renumbering } from './renumbering.ts';
import { createRowLists } from './rowLists.ts';
import { createUnanswered } from './unanswered.ts';
import type { Store } from './views.ts';

type RowState = Pick<CaseRow, 'sort' | 'deleted'>;
const rowDiffers = (a: RowState, b: RowState): boolean => a.sort !== b.sort || a.deleted !== b.deleted;

export type Rows = ReturnType<typeof createRows>;

/** Rows by key. */
export function createRows(
  store: Store,
  catalogue: Catalogue,
  rows: readonly CaseRow[],
  readAt: string | null,
) {
  // a case may have rows of regions that the appendix does not show; they stay on the server as they are
  const shown = (all: readonly CaseRow[]): CaseRow[] => all.filter(({ group }) => group in catalogue.groups);
  const byKey = (all: readonly CaseRow[]) => new Map(shown(all).map((row) => [rowKey(row), row]));
  let origin = byKey(rows);
  const current = new Map(origin);
  const lists = createRowLists(store, catalogue, current);
  const dirty = new Set<string>();
  const bases = createBases<CaseRow | null>(readAt);
  /** by row id */
  const unanswered = createUnanswered<CaseRow, RowState>((stored, sent) => !rowDiffers(stored, sent));
  /** rows added and deleted again before any save */
  const discarded = new Set<string>();
  /** ids of rows whose addition was undone: one that a save under way has stored meanwhile is to be deleted */
  const withdrawn = new Set<string>();
  /** ids of rows whose changes another session has: they are as they are stored */
  const released = new Set<string>();

  const isDiscarded = (address: Omit<ItemAddress, 'itemId'>, groups: readonly string[]): boolean =>
    discarded.size > 0 &&
    groups.some((group, index) => {
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = rowPathOf(address, index + 1);
      return discarded.has(rowKey({ group, rowNo, rowNo2, rowNo3 }));
    });

  const mark = (key: string): void => {
    const row = current.get(key);
    const was = origin.get(key);
    const changed = row && (was ? rowDiffers(row, was) || unanswered.isOpen(row.rowId, row) : true);
    if (changed && !isDiscarded(row, catalogue.groups[row.group]?.groups ?? [])) dirty.add(key);
    else dirty.delete(key);
    if (!changed) bases.forget(key);
  };

  /** A row is stored: to have none here is to delete it there. True when values in it may have become changes. */
  const becomeStored = (key: string, row: CaseRow): boolean => {
    if (withdrawn.delete(row.rowId)) current.set(key, { ...row, deleted: true });
    else if (released.delete(row.rowId)) current.set(key, row);
    lists.enlist(row);
    return discarded.delete(key);
  };

  return {
    dirty,
    isDiscarded,
    current: (key: string): CaseRow | null => current.get(key) ?? null,
    /** all rows as they are now */
    all: (): CaseRow[] => [...current.values()],
    original: (key: string): CaseRow | null => origin.get(key) ?? null,
    /** all originals */
    originals: (): CaseRow[] => [...origin.values()],
    isStored: (key: string): boolean => origin.has(key),
    startedFrom: (key: string): CaseRow | null =>
      (bases.get(key) ?? { value: origin.get(key) ?? null }).value,
    /** when the basis of a change was read, where that is not when the page was */
    basedOn: (key: string): string | undefined => bases.get(key)?.at,
    /** The numbers that rows added elsewhere have in this page. */
    numbersFor: (restored: readonly CaseRow[]): Renumbering => renumbered(catalogue, restored, current),
    list: lists.list,
    next: lists.next,
    moved: lists.moved,

    /** Answers the numbers of the innermost of these rows whenever it is called; those it had, where it is none here. */
    follow(groups: readonly string[], address: Omit<ItemAddress, 'itemId'>): () => RowPath {
      const path = rowPathOf(address, groups.length);
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = path;
      const row = current.get(rowKey({ group: groups.at(-1) ?? '', rowNo, rowNo2, rowNo3 }));
      return () => {
        const now = row && [...current.values()].find(({ rowId }) => rowId === row.rowId);
        return now ? rowPathOf(now, groups.length) : path;
      };
    },

    /** Writes rows (null removes one). True when values in them may have become, or ceased to be, changes. */
    write(changes: readonly (readonly [key: string, row: CaseRow | null])[]): boolean {
      const touched = new Set<CaseRow>();
      let discards = false;
      for (const [key, row] of changes) {
        const seen = row ?? current.get(key);
        if (seen) touched.add(seen);
        if (row) {
          current.set(key, row);
          lists.enlist(row);
          withdrawn.delete(row.rowId);
          released.delete(row.rowId);
        } else {
          if (seen) withdrawn.add(seen.rowId);
          current.delete(key);
        }
        const discard = row !== null && row.deleted && !origin.has(key);
        if (discard !== discarded.has(key)) {
          discards = true;
          if (discard) discarded.add(key);
          else discarded.delete(key);
        }
        mark(key);
      }
      lists.showListsOf(touched);
      if (discards) for (const key of current.keys()) mark(key);
      return discards;
    },

    /**
     * Sent rows become originals, unless the page has read newer ones since. `at`: when they were stored. True when values in
     * them may have become changes.
     */
    acknowledge(sent: readonly CaseRow[], at: string | null, isOld = bases.isOld(at)): boolean {
      let discards = false;
      for (const row of sent) {
        const key = rowKey(row);
        unanswered.forget(row.rowId);
        // nobody knows when an earlier save stored it: what is based on it may meet it again
        if (at === null) unanswered.add(row.rowId, row);
        discards = becomeStored(key, row) || discards;
        const now = current.get(key);
        const read = origin.get(key);
        if (!isOld) origin.set(key, row);
        else if (now && read && !rowDiffers(now, row)) current.set(key, read);
        if (at !== null) bases.set(key, { at, value: row });
        mark(key);
      }
      lists.showAll();
      return discards;
    },

    /** The answer of a save was lost. */
    addUnanswered(sent: readonly CaseRow[]): void {
      for (const row of sent) {
        unanswered.add(row.rowId, row);
        mark(rowKey(row));
      }
    },
    /** What was sent without an answer. */
    unanswered: (): CaseRow[] => unanswered.entries().map(([, row]) => row),
    /** Is what is stored of a row what was sent without an answer? It is asked once. */
    settle(key: string, stored: RowState): boolean {
      const row = current.get(key);
      return row !== undefined && unanswered.settle(row.rowId, stored);
    },

    /**
     * Takes the state that another user has stored of a row as the basis of the change to it. Answers the original as it
     * is now: that state, or a newer one the page has read since.
     */
    receive(key: string, theirs: RowState, at: string): CaseRow | null {
      const was = origin.get(key) ?? current.get(key);
      if (!was) return null;
      const value = { ...was, ...theirs };
      if (!bases.isOld(at)) origin.set(key, value);
      bases.set(key, { at, value });
      mark(key);
      return origin.get(key) ?? null;
    },

    /** Another session has the changes of these rows: a save that has sent them before is followed here. */
    release(changed: readonly CaseRow[]): void {
      for (const { rowId } of changed) {
        withdrawn.delete(rowId);
        unanswered.forget(rowId);
        released.add(rowId);
      }
    },

    /** The change of a row started from content that was read earlier. */
    startFrom(key: string, at: string): void {
      if (dirty.has(key)) bases.set(key, { at, value: origin.get(key) ?? null });
    },

    /** The numbers that the rows have beside stored ones. */
    numbersBeside: (stored: readonly CaseRow[]): Renumbering =>
      renumbered(catalogue, [...current.values()], byKey(stored)),

    /** Rows get other numbers. */
    move(numbers: Renumbering): void {
      const moved = [...current].flatMap(([key, row]) => {
        const to = numbers.row(row);
        return rowKey(to) === key ? [] : [{ key, to, isGone: discarded.has(key) }];
      });
      for (const { key } of moved) {
        current.delete(key);
        dirty.delete(key);
        discarded.delete(key);
      }
      for (const { to, isGone } of moved) {
        current.set(rowKey(to), to);
        lists.enlist(to);
        if (isGone) discarded.add(rowKey(to));
      }
      for (const { to } of moved) mark(rowKey(to));
      lists.showAll();
    },

    /** New originals; changed rows stay as they are. */
    rebase(fresh: readonly CaseRow[], at: string | null): void {
      const next = byKey(fresh);
      const changed = [...new Set([...dirty, ...discarded])].flatMap((key) => {
        const row = current.get(key);
        if (!row) return [];
        const stored = next.get(key);
        const isOwn = stored !== undefined && unanswered.settle(row.rowId, stored);
        return [{ row, basis: isOwn ? null : bases.of(key, origin.get(key) ?? null) }];
      });
      const changedIds = new Set(changed.map(({ row }) => row.rowId));
      unanswered.keepOnly((rowId) => changedIds.has(rowId));
      bases.readAgain(at, new Map(changed.map(({ row, basis }) => [rowKey(row), basis])));
      origin = next;
      current.clear();
      dirty.clear();
      for (const row of [...origin.values(), ...changed.map(({ row }) => row)]) {
        current.set(rowKey(row), row);
        lists.enlist(row);
      }
      for (const [key, row] of origin) becomeStored(key, row);
      for (const key of current.keys()) mark(key);
      lists.showAll();
    },
  };
}
