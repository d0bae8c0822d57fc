/** Row numbers as a reader of the message gives them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt, rowPathOf, type RowPath } from '../case/itemAddress.ts';
import { catalogueGroup } from '../expressions/catalogueGroup.ts';

/** The content with its rows numbered from 1 without gaps. */
export function renumbered(catalogue: Catalogue, { values, rows }: CaseContent): CaseContent {
  const groupsOf = (group: string): readonly string[] => catalogueGroup(catalogue, group).groups;
  const numbers = new Map<string, number>();
  const counts = new Map<string, number>();
  const sorted = rows.toSorted((a, b) => a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3);
  for (const row of sorted) {
    const path = rowPathOf(row, groupsOf(row.group).length);
    const parent = keyOf(row.group, path.slice(0, -1));
    const number = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, number);
    numbers.set(keyOf(row.group, path), number);
  }

  const renumber = (groups: readonly string[], path: RowPath): RowPath =>
    groups.map((group, depth) => {
      const { rowsOf } = catalogueGroup(catalogue, group);
      const key =
        rowsOf === null
          ? keyOf(group, path.slice(0, depth + 1))
          : keyOf(rowsOf, path.slice(depth, depth + 1));
      return numbers.get(key) ?? 0;
    });

  return {
    rows: sorted.map((row) => {
      const groups = groupsOf(row.group);
      const path = renumber(groups, rowPathOf(row, groups.length));
      const { itemId: _, ...address } = addressAt(row.group, path);
      return { ...row, ...address, sort: path.at(-1) ?? 0 };
    }),
    values: values.map((value) => {
      const groups = catalogue.items[value.itemId]?.groups ?? [];
      return { ...value, ...addressAt(value.itemId, renumber(groups, rowPathOf(value, groups.length))) };
    }),
  };
}

const keyOf = (group: string, path: RowPath): string => `${group}|${path.join('|')}`;
