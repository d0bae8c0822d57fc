/** Rows of a case that a message does not have: deleted, as where a person deletes them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../shared/case/caseContent.ts';
import { rowPathOf } from '../../shared/case/itemAddress.ts';

type Address = Pick<CaseRow, 'rowNo' | 'rowNo2' | 'rowNo3'>;

/**
 * The content of a message, with the rows of the case that it does not have, and the rows and values below them: deleted, so
 * that their numbers are theirs for ever (decision 0001), and a reader sees what is gone.
 */
export function withAbsentRows(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  before: CaseContent,
  after: CaseContent,
): CaseContent {
  const present = new Set(after.rows.map(rowKey));
  const known = new Set(before.rows.map(rowKey));
  /** the keys of the rows around an address, outermost first: its own, and those that it borrows */
  const keysAround = (around: readonly string[], address: Address): string[] => {
    const path = rowPathOf(address, around.length);
    return around.map((group, depth) => {
      const lender = groups[group]?.rowsOf;
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = path.slice(lender ? depth : 0, depth + 1);
      return rowKey({ group: lender ?? group, rowNo, rowNo2, rowNo3 });
    });
  };
  const isAbsent = (around: readonly string[], address: Address): boolean => {
    const keys = keysAround(around, address);
    return keys.some((key) => !present.has(key)) && keys.every((key) => present.has(key) || known.has(key));
  };
  return {
    rows: [
      ...after.rows,
      ...before.rows.flatMap((row) => {
        const around = groups[row.group]?.groups ?? [];
        if (!isAbsent(around, row)) return [];
        // what is below a deleted row is gone with it
        const isFirst = keysAround(around, row)
          .slice(0, -1)
          .every((key) => present.has(key));
        return isFirst ? { ...row, deleted: true } : row;
      }),
    ],
    values: [
      ...after.values,
      ...before.values.filter((value) => isAbsent(items[value.itemId]?.groups ?? [], value)),
    ],
  };
}
