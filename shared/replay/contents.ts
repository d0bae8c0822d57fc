/** Contents of a case beside each other: what lives in one, what differs between two, one with edits on top. Pure. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressKey, rowPathOf, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import { saysSame } from './replay.ts';

/** What a change took the place of, so that the content before it can be told from the one after it. */
export interface Replaced {
  /** as they were; empty where nothing was said */
  values: CaseValue[];
  /** as they were; null where there was none */
  rows: (Omit<CaseRow, 'rowId' | 'sort' | 'deleted'> & { before: CaseRow | null })[];
}

const byAddress = ({ values }: CaseContent) => new Map(values.map((value) => [addressKey(value), value]));
const byPlace = ({ rows }: CaseContent) => new Map(rows.map((row) => [rowKey(row), row]));

const placeOf = ({ group, rowNo, rowNo2, rowNo3 }: CaseRow) => ({ group, rowNo, rowNo2, rowNo3 });
const addressOf = ({ itemId, rowNo, rowNo2, rowNo3 }: CaseValue): ItemAddress => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
});
const sameRow = (a: CaseRow, b: CaseRow): boolean =>
  a.rowId === b.rowId && a.sort === b.sort && a.deleted === b.deleted;

/** What of `before` is otherwise in `after`. */
export function replacedBetween(before: CaseContent, after: CaseContent): Replaced {
  const [was, is] = [byAddress(before), byAddress(after)];
  const [stood, stands] = [byPlace(before), byPlace(after)];
  return {
    values: [...new Map([...was, ...is])].flatMap(([key, value]) => {
      const [old, now] = [was.get(key) ?? EMPTY_VALUE, is.get(key) ?? EMPTY_VALUE];
      return saysSame(old, now) ? [] : [{ ...addressOf(value), ...old }];
    }),
    rows: [...new Map([...stood, ...stands])].flatMap(([key, row]) => {
      const [old, now] = [stood.get(key), stands.get(key)];
      return old && now && sameRow(old, now) ? [] : [{ ...placeOf(row), before: old ?? null }];
    }),
  };
}

/** The content before a change: `content` with what the change replaced put back. */
export function contentBefore(content: CaseContent, replaced: Replaced): CaseContent {
  const values = byAddress(content);
  for (const value of replaced.values) values.set(addressKey(value), value);
  const rows = byPlace(content);
  for (const { before, ...place } of replaced.rows) {
    if (before) rows.set(rowKey(place), before);
    else rows.delete(rowKey(place));
  }
  return { values: [...values.values()].filter((value) => !isEmpty(value)), rows: [...rows.values()] };
}

/** The content with changed items and rows in place of what stood there. */
export function withChanges(content: CaseContent, changes: CaseContent): CaseContent {
  const values = new Map([...byAddress(content), ...byAddress(changes)]);
  const rows = new Map([...byPlace(content), ...byPlace(changes)]);
  return { values: [...values.values()].filter((value) => !isEmpty(value)), rows: [...rows.values()] };
}

/** What is neither struck nor inside of something struck; what was said of struck rows is said no more. */
export function livingContent(catalogue: Catalogue, { values, rows }: CaseContent): CaseContent {
  const struck = new Set(rows.filter(({ deleted }) => deleted).map(rowKey));
  const lives = (groups: readonly string[], path: RowPath): boolean =>
    groups.every((group, depth) => {
      const lender = catalogue.groups[group]?.rowsOf ?? null;
      const own = lender === null ? path.slice(0, depth + 1) : path.slice(depth, depth + 1);
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = own;
      return !struck.has(rowKey({ group: lender ?? group, rowNo, rowNo2, rowNo3 }));
    });
  const isAlive = (groups: readonly string[] = [], numbers: Omit<ItemAddress, 'itemId'>) =>
    struck.size === 0 || lives(groups, rowPathOf(numbers, groups.length));
  return {
    values: values.filter((value) => isAlive(catalogue.items[value.itemId]?.groups, value)),
    rows: rows.filter((row) => !row.deleted && isAlive(catalogue.groups[row.group]?.groups, row)),
  };
}

/**
 * Rows that stand elsewhere among those that both have. A row that only got another number for the same place did not
 * move.
 */
export function movedRows(catalogue: Catalogue, before: CaseContent, after: CaseContent): Set<string> {
  const both = new Set(before.rows.map(rowKey));
  const common = new Set(after.rows.map(rowKey).filter((key) => both.has(key)));
  const moved = new Set<string>();
  const placesOf = ({ rows }: CaseContent) =>
    Map.groupBy(
      rows.filter((row) => common.has(rowKey(row))),
      (row) => {
        const depth = catalogue.groups[row.group]?.groups.length ?? 1;
        return `${row.group}|${rowPathOf(row, depth - 1).join('|')}`;
      },
    );
  const stood = placesOf(before);
  for (const [list, rows] of placesOf(after)) {
    const order = inOrder(rows).map(rowKey);
    const was = inOrder(stood.get(list) ?? []).map(rowKey);
    for (const [at, key] of order.entries()) if (was[at] !== key) moved.add(key);
  }
  return moved;
}

const inOrder = (rows: readonly CaseRow[]): CaseRow[] =>
  rows.toSorted((a, b) => a.sort - b.sort || a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3);
