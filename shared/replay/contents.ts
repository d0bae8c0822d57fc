/** Compares and combines contents of a case: live parts, differences, edits applied on top. Pure. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressKey, rowPathOf, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import { sameValue } from './replay.ts';

/** What a change replaced, so that the previous content can be derived from the current one. */
export interface Replaced {
  /** previous values; empty if there were none */
  values: CaseValue[];
  /** previous rows; null if absent */
  rows: (Omit<CaseRow, 'rowId' | 'sort' | 'deleted'> & { before: CaseRow | null })[];
}

const byAddress = ({ values }: CaseContent) => new Map(values.map((value) => [addressKey(value), value]));
const byRowKey = ({ rows }: CaseContent) => new Map(rows.map((row) => [rowKey(row), row]));

const rowAddress = ({ group, rowNo, rowNo2, rowNo3 }: CaseRow) => ({ group, rowNo, rowNo2, rowNo3 });
const addressOf = ({ itemId, rowNo, rowNo2, rowNo3 }: CaseValue): ItemAddress => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
});
const sameRow = (a: CaseRow, b: CaseRow): boolean =>
  a.rowId === b.rowId && a.sort === b.sort && a.deleted === b.deleted;

/** The parts of `before` that differ in `after`. */
export function replacedBetween(before: CaseContent, after: CaseContent): Replaced {
  const [was, is] = [byAddress(before), byAddress(after)];
  const [rowsBefore, rowsAfter] = [byRowKey(before), byRowKey(after)];
  return {
    values: [...new Map([...was, ...is])].flatMap(([key, value]) => {
      const [old, now] = [was.get(key) ?? EMPTY_VALUE, is.get(key) ?? EMPTY_VALUE];
      return sameValue(old, now) ? [] : [{ ...addressOf(value), ...old }];
    }),
    rows: [...new Map([...rowsBefore, ...rowsAfter])].flatMap(([key, row]) => {
      const [old, now] = [rowsBefore.get(key), rowsAfter.get(key)];
      return old && now && sameRow(old, now) ? [] : [{ ...rowAddress(row), before: old ?? null }];
    }),
  };
}

/** The content before a change: `content` with the replaced parts restored. */
export function contentBefore(content: CaseContent, replaced: Replaced): CaseContent {
  const values = byAddress(content);
  for (const value of replaced.values) values.set(addressKey(value), value);
  const rows = byRowKey(content);
  for (const { before, ...address } of replaced.rows) {
    if (before) rows.set(rowKey(address), before);
    else rows.delete(rowKey(address));
  }
  return { values: [...values.values()].filter((value) => !isEmpty(value)), rows: [...rows.values()] };
}

/** The content with changed items and rows applied. */
export function withChanges(content: CaseContent, changes: CaseContent): CaseContent {
  const values = new Map([...byAddress(content), ...byAddress(changes)]);
  const rows = new Map([...byRowKey(content), ...byRowKey(changes)]);
  return { values: [...values.values()].filter((value) => !isEmpty(value)), rows: [...rows.values()] };
}

/** Rows that are not deleted, directly or by an ancestor; values of deleted rows are excluded. */
export function livingContent(catalogue: Catalogue, { values, rows }: CaseContent): CaseContent {
  const deletedRows = new Set(rows.filter(({ deleted }) => deleted).map(rowKey));
  const lives = (groups: readonly string[], path: RowPath): boolean =>
    groups.every((group, depth) => {
      const lender = catalogue.groups[group]?.rowsOf ?? null;
      const own = lender === null ? path.slice(0, depth + 1) : path.slice(depth, depth + 1);
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = own;
      return !deletedRows.has(rowKey({ group: lender ?? group, rowNo, rowNo2, rowNo3 }));
    });
  const isAlive = (groups: readonly string[] = [], numbers: Omit<ItemAddress, 'itemId'>) =>
    deletedRows.size === 0 || lives(groups, rowPathOf(numbers, groups.length));
  return {
    values: values.filter((value) => isAlive(catalogue.items[value.itemId]?.groups, value)),
    rows: rows.filter((row) => !row.deleted && isAlive(catalogue.groups[row.group]?.groups, row)),
  };
}

/**
 * Rows at a different position among those that both contents have. A row with a new number at the same position did
 * not move.
 */
export function movedRows(catalogue: Catalogue, before: CaseContent, after: CaseContent): Set<string> {
  const both = new Set(before.rows.map(rowKey));
  const common = new Set(after.rows.map(rowKey).filter((key) => both.has(key)));
  const moved = new Set<string>();
  const rowPositions = ({ rows }: CaseContent) =>
    Map.groupBy(
      rows.filter((row) => common.has(rowKey(row))),
      (row) => {
        const depth = catalogue.groups[row.group]?.groups.length ?? 1;
        return `${row.group}|${rowPathOf(row, depth - 1).join('|')}`;
      },
    );
  const rowsBefore = rowPositions(before);
  for (const [list, rows] of rowPositions(after)) {
    const order = inOrder(rows).map(rowKey);
    const was = inOrder(rowsBefore.get(list) ?? []).map(rowKey);
    for (const [at, key] of order.entries()) if (was[at] !== key) moved.add(key);
  }
  return moved;
}

const inOrder = (rows: readonly CaseRow[]): CaseRow[] =>
  rows.toSorted((a, b) => a.sort - b.sort || a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3);
