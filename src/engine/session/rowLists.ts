/** The lists of a page's rows: an atom for each instance of a group, in display order, deleted rows included. */
import { atom, type Atom, type PrimitiveAtom } from 'jotai';
import { newUuid } from '../../browser/newUuid.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { Store } from './views.ts';

const increasing = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

/** `rows`: by key; a row that is added to them is listed once it is enlisted, and each change of them once it is shown. */
export function createRowLists(store: Store, catalogue: Catalogue, rows: ReadonlyMap<string, CaseRow>) {
  const lists = new Map<string, PrimitiveAtom<readonly CaseRow[]>>();
  /** keys of the rows of each list, so that a page of thousands of lists finds one at once */
  const members = new Map<string, Set<string>>();

  const pathOf = (row: CaseRow): RowPath => {
    const group = catalogue.groups[row.group];
    if (!group) throw new Error(`the catalogue has no group ${row.group}`);
    return rowPathOf(row, group.groups.length);
  };
  const ownNumber = (row: CaseRow): number => pathOf(row).at(-1) ?? 0;
  const listKey = (group: string, parent: RowPath): string => `${group}|${parent.join('|')}`;
  const listKeyOf = (row: CaseRow): string => listKey(row.group, pathOf(row).slice(0, -1));

  const enlist = (row: CaseRow): void => {
    const list = listKeyOf(row);
    members.set(list, (members.get(list) ?? new Set()).add(rowKey(row)));
  };
  for (const row of rows.values()) enlist(row);

  const collect = (key: string): readonly CaseRow[] =>
    [...(members.get(key) ?? [])]
      .flatMap((member) => rows.get(member) ?? [])
      .sort((a, b) => a.sort - b.sort || ownNumber(a) - ownNumber(b));
  const listAt = (key: string): PrimitiveAtom<readonly CaseRow[]> => {
    let list = lists.get(key);
    if (!list) lists.set(key, (list = atom(collect(key))));
    return list;
  };

  return {
    enlist,
    list: (group: string, parent: RowPath): Atom<readonly CaseRow[]> => listAt(listKey(group, parent)),
    /** The lists that these rows are in, or were in, are drawn as the rows are now. */
    showListsOf(changed: Iterable<CaseRow>): void {
      for (const key of new Set(Array.from(changed, listKeyOf))) store.set(listAt(key), collect(key));
    },
    showAll(): void {
      for (const [key, list] of lists) store.set(list, collect(key));
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
      const siblings = store.get(listAt(listKeyOf(row)));
      const from = siblings.findIndex((sibling) => sibling.rowId === row.rowId);
      const to = from + by;
      if (from < 0 || to < 0 || to >= siblings.length) return [];
      const order = siblings.toSpliced(from, 1).toSpliced(to, 0, row);
      const sorts = siblings.map((sibling) => sibling.sort);
      const positions = increasing(sorts) ? sorts : sorts.map((_, index) => index + 1);
      return order
        .map((sibling, index) => ({ ...sibling, sort: positions[index] ?? index + 1 }))
        .filter((sibling) => rows.get(rowKey(sibling))?.sort !== sibling.sort);
    },
  };
}
