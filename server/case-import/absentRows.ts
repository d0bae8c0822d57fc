/** Rows of a case that a message does not have: deleted, as where a person deletes them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent } from '../../shared/case/caseContent.ts';
import { keysAround, type RowAddress } from './aroundRows.ts';

/**
 * The content of a message, with the rows of the case that it does not have, and the rows and values below them: deleted, so
 * that their numbers are theirs for ever (decision 0001), and a reader sees what is gone. `beyond`: keys of rows that no message
 * can have; they stay.
 */
export function withAbsentRows(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  before: CaseContent,
  after: CaseContent,
  beyond: ReadonlySet<string>,
): CaseContent {
  const present = new Set(after.rows.map(rowKey));
  const known = new Set(before.rows.map(rowKey));
  const isAbsent = (around: readonly string[], address: RowAddress): boolean => {
    const keys = keysAround(groups, around, address);
    return keys.some((key) => !present.has(key)) && keys.every((key) => present.has(key) || known.has(key));
  };
  return {
    rows: [
      ...after.rows,
      ...before.rows.flatMap((row) => {
        const around = groups[row.group]?.groups ?? [];
        if (!isAbsent(around, row)) return [];
        // what is below a deleted row is gone with it
        const isFirst = keysAround(groups, around, row)
          .slice(0, -1)
          .every((key) => present.has(key));
        return isFirst && !beyond.has(rowKey(row)) ? { ...row, deleted: true } : row;
      }),
    ],
    values: [
      ...after.values,
      ...before.values.filter((value) => isAbsent(items[value.itemId]?.groups ?? [], value)),
    ],
  };
}
