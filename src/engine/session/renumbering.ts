/** Numbers of rows beside stored content: a row added here may have the number that another user's row got meanwhile. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt, rowPathOf, type ItemAddress, type RowPath } from '../../../shared/case/itemAddress.ts';

export interface Renumbering {
  /** no row got another number */
  isEmpty: boolean;
  row<R extends CaseRow>(row: R): R;
  address<A extends ItemAddress>(address: A): A;
}

const numbersOf = ([rowNo = 0, rowNo2 = 0, rowNo3 = 0]: RowPath) => ({ rowNo, rowNo2, rowNo3 });
const keyAt = (group: string, path: RowPath): string => rowKey({ group, ...numbersOf(path) });

/**
 * The numbers of `rows` beside those stored. A row that is stored (by its id) has the number it is stored with; one that
 * is not keeps its own, or gets the next free one. Inner rows move with it.
 */
export function renumbered(
  catalogue: Catalogue,
  rows: readonly CaseRow[],
  stored: ReadonlyMap<string, CaseRow>,
): Renumbering {
  const groupsOf = (group: string): readonly string[] => catalogue.groups[group]?.groups ?? [];
  const storedById = new Map([...stored.values()].map((row) => [row.rowId, row]));
  const taken = new Set(stored.keys());
  /** by key as it was: the row's own number as it is */
  const moved = new Map<string, number>();

  const translate = (groups: readonly string[], path: RowPath): RowPath =>
    path.map((number, at) => moved.get(keyAt(groups[at] ?? '', path.slice(0, at + 1))) ?? number);
  const freeNumber = (group: string, parent: RowPath, wanted: number): number => {
    let number = wanted;
    while (taken.has(keyAt(group, [...parent, number]))) number += 1;
    return number;
  };

  const outermostFirst = rows.toSorted((a, b) => groupsOf(a.group).length - groupsOf(b.group).length);
  for (const row of outermostFirst) {
    const groups = groupsOf(row.group);
    const path = rowPathOf(row, groups.length);
    const own = path.at(-1) ?? 0;
    const known = storedById.get(row.rowId);
    const number = known
      ? (rowPathOf(known, groups.length).at(-1) ?? own)
      : freeNumber(row.group, translate(groups, path.slice(0, -1)), own);
    if (number !== own) moved.set(rowKey(row), number);
    taken.add(keyAt(row.group, [...translate(groups, path.slice(0, -1)), number]));
  }
  return {
    isEmpty: moved.size === 0,
    row(row) {
      const groups = groupsOf(row.group);
      return { ...row, ...numbersOf(translate(groups, rowPathOf(row, groups.length))) };
    },
    address(address) {
      const groups = catalogue.items[address.itemId]?.groups ?? [];
      const { rowNo, rowNo2, rowNo3 } = addressAt(
        address.itemId,
        translate(groups, rowPathOf(address, groups.length)),
      );
      return { ...address, rowNo, rowNo2, rowNo3 };
    },
  };
}
