/** The rows of one page: a list atom for each instance of a group, in display order, deleted rows included. */
import { atom, type Atom, type PrimitiveAtom } from 'jotai';
import { newUuid } from '../../browser/newUuid.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { rowPathOf, type ItemAddress, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { createBases } from './bases.ts';
import { createUnanswered } from './unanswered.ts';
import type { Store } from './views.ts';
import { renumbered, type Renumbering } from './renumbering.ts';

type RowState = Pick<CaseRow, 'sort' | 'deleted'>;
const rowDiffers = (a: RowState, b: RowState): boolean => a.sort !== b.sort || a.deleted !== b.deleted;
const increasing = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

export type Rows = ReturnType<typeof createRows>;

/** Rows by key, with atoms that list them. */
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
  const lists = new Map<string, PrimitiveAtom<readonly CaseRow[]>>();
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

  const depthOf = (group: string): number => {
    const found = catalogue.groups[group];
    if (!found) throw new Error(`the catalogue has no group ${group}`);
    return found.groups.length;
  };
  const listKey = (group: string, parent: RowPath): string => `${group}|${parent.join('|')}`;
  const parentOf = (row: CaseRow): RowPath => rowPathOf(row, depthOf(row.group) - 1);
  const ownNumber = (row: CaseRow): number => rowPathOf(row, depthOf(row.group)).at(-1) ?? 0;

  /** keys of the rows of each list, so that a page of thousands of lists finds one at once */
  const members = new Map<string, Set<string>>();
  const enlist = (row: CaseRow): void => {
    const list = listKey(row.group, parentOf(row));
    members.set(list, (members.get(list) ?? new Set()).add(rowKey(row)));
  };
  for (const row of current.values()) enlist(row);
  const collect = (key: string): readonly CaseRow[] =>
    [...(members.get(key) ?? [])]
      .flatMap((member) => current.get(member) ?? [])
      .sort((a, b) => a.sort - b.sort || ownNumber(a) - ownNumber(b));
  const listAt = (key: string): PrimitiveAtom<readonly CaseRow[]> => {
    let list = lists.get(key);
    if (!list) lists.set(key, (list = atom(collect(key))));
    return list;
  };

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

  const showAll = (): void => {
    for (const [key, list] of lists) store.set(list, collect(key));
  };

  /** A row is stored: to have none here is to delete it there. True when values in it may have become changes. */
  const becomeStored = (key: string, row: CaseRow): boolean => {
    if (withdrawn.delete(row.rowId)) current.set(key, { ...row, deleted: true });
    else if (released.delete(row.rowId)) current.set(key, row);
    enlist(row);
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
    list: (group: string, parent: RowPath): Atom<readonly CaseRow[]> => listAt(listKey(group, parent)),

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

    /** A row to be added: its number is above all that the list ever had, its position the last. */
    next(group: string, parent: RowPath): CaseRow {
      const siblings = store.get(listAt(listKey(group, parent)));
      const number = Math.max(0, ...siblings.map(ownNumber)) + 1;
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = [...parent, number];
      const sort = Math.max(0, ...siblings.map((row) => row.sort)) + 1;
      return { group, rowNo, rowNo2, rowNo3, rowId: newUuid(), sort, deleted: false };
    },

    /** The rows whose `sort` changes when `row` moves `by` positions down (negative: up). */
    moved(row: CaseRow, by: number): CaseRow[] {
      const siblings = store.get(listAt(listKey(row.group, parentOf(row))));
      const from = siblings.findIndex((sibling) => sibling.rowId === row.rowId);
      const to = from + by;
      if (from < 0 || to < 0 || to >= siblings.length) return [];
      const order = siblings.toSpliced(from, 1).toSpliced(to, 0, row);
      const sorts = siblings.map((sibling) => sibling.sort);
      const positions = increasing(sorts) ? sorts : sorts.map((_, index) => index + 1);
      return order
        .map((sibling, index) => ({ ...sibling, sort: positions[index] ?? index + 1 }))
        .filter((sibling) => current.get(rowKey(sibling))?.sort !== sibling.sort);
    },

    /** Writes rows (null removes one). True when values in them may have become, or ceased to be, changes. */
    write(changes: readonly (readonly [key: string, row: CaseRow | null])[]): boolean {
      const touched = new Set<string>();
      let discards = false;
      for (const [key, row] of changes) {
        const seen = row ?? current.get(key);
        if (seen) touched.add(listKey(seen.group, parentOf(seen)));
        if (row) {
          current.set(key, row);
          enlist(row);
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
      for (const key of touched) store.set(listAt(key), collect(key));
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
      showAll();
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
        enlist(to);
        if (isGone) discarded.add(rowKey(to));
      }
      for (const { to } of moved) mark(rowKey(to));
      showAll();
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
        enlist(row);
      }
      for (const [key, row] of origin) becomeStored(key, row);
      for (const key of current.keys()) mark(key);
      showAll();
    },
  };
}
