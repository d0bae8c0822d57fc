/** Rows of a case that a message does not have: deleted, as where a person deletes them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../shared/case/caseContent.ts';
import { rowPathOf } from '../../shared/case/itemAddress.ts';

type Address = Pick<CaseRow, 'rowNo' | 'rowNo2' | 'rowNo3'>;

/**
 * The content of a message, with the outermost rows of the case that it does not have, their rows and values: deleted, so that
 * their numbers are theirs for ever (decision 0001), and a reader sees what is gone.
 */
export function withAbsentRows(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  before: CaseContent,
  after: CaseContent,
): CaseContent {
  const present = new Set(after.rows.map(rowKey));
  const known = new Set(before.rows.map(rowKey));
  /** the keys of the outermost rows around an address: its own, and those that it borrows */
  const outermost = (around: readonly string[], address: Address): string[] => {
    const path = rowPathOf(address, around.length);
    return around.flatMap((group, depth) => {
      const own = groups[group]?.rowsOf ?? (depth === 0 ? group : null);
      return own === null ? [] : [rowKey({ group: own, rowNo: path[depth] ?? 0, rowNo2: 0, rowNo3: 0 })];
    });
  };
  const isAbsent = (around: readonly string[], address: Address): boolean => {
    const keys = outermost(around, address);
    return keys.some((key) => !present.has(key)) && keys.every((key) => present.has(key) || known.has(key));
  };
  return {
    rows: [
      ...after.rows,
      ...before.rows.flatMap((row) => {
        const around = groups[row.group]?.groups ?? [];
        if (!isAbsent(around, row)) return [];
        return around.length === 1 ? { ...row, deleted: true } : row;
      }),
    ],
    values: [
      ...after.values,
      ...before.values.filter((value) => isAbsent(items[value.itemId]?.groups ?? [], value)),
    ],
  };
}
