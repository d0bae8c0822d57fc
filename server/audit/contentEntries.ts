/** The audit entries that lead from one content of a case to another. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../shared/case/caseContent.ts';
import { addressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../../shared/case/itemValue.ts';
import { sameValue } from '../../shared/replay/replay.ts';
import type { AuditAction, NewEntry } from './auditEntry.ts';

/**
 * Rows first, then values in the order of the catalogue; nothing for what is the same in both. Without an action, each
 * value's entry says what became of it: added, changed, cleared.
 */
export function contentEntries(
  catalogue: Catalogue,
  before: CaseContent,
  after: CaseContent,
  action: AuditAction | null = null,
): NewEntry[] {
  return [
    ...rowEntries(catalogue, before.rows, after.rows),
    ...valueEntries(catalogue, before, after, action),
  ];
}

function rowEntries(catalogue: Catalogue, before: CaseRow[], after: CaseRow[]): NewEntry[] {
  const was = new Map(before.map((row) => [rowKey(row), row]));
  const is = new Set(after.map(rowKey));
  return [
    ...before.filter((row) => !is.has(rowKey(row))).map((row) => goneEntry(catalogue, row)),
    ...after.filter((row) => !was.has(rowKey(row))).map((row) => rowEntry(catalogue, row, null)),
    ...after.flatMap((row) => {
      const old = was.get(rowKey(row));
      return old && !sameRow(old, row) ? [rowEntry(catalogue, row, old)] : [];
    }),
  ];
}

const sameRow = (a: CaseRow, b: CaseRow): boolean =>
  a.deleted === b.deleted && a.sort === b.sort && a.rowId === b.rowId;

/** A row that the next content does not contain: no entry follows, not even of its deletion. */
const goneEntry = (catalogue: Catalogue, row: CaseRow): NewEntry => ({
  ...rowEntry(catalogue, { ...row, deleted: true }, row),
  action: 'rowDelete',
  after: EMPTY_VALUE,
});

/** The entry of a row that was added, deleted, restored or moved. */
export function rowEntry(catalogue: Catalogue, row: CaseRow, before: CaseRow | null): NewEntry {
  const { group, rowNo, rowNo2, rowNo3 } = row;
  return {
    page: catalogue.groups[group]?.page ?? '',
    itemId: group,
    rowNo,
    rowNo2,
    rowNo3,
    action: rowAction(row, before),
    before: before ? rowContent(before) : EMPTY_VALUE,
    after: rowContent(row),
  };
}

function rowAction(row: CaseRow, before: CaseRow | null): AuditAction {
  if (!before) return 'rowAdd';
  if (row.deleted !== before.deleted) return row.deleted ? 'rowDelete' : 'rowRestore';
  return 'rowMove';
}

/** A row has no value itself: the properties contain its position and its name outside the case. */
const rowContent = ({ sort, rowId, deleted }: CaseRow): ItemValue => ({
  ...EMPTY_VALUE,
  properties: { sort, rowId, deleted: deleted ? 'Y' : 'N' } as ItemValue['properties'],
});

function valueEntries(
  catalogue: Catalogue,
  before: CaseContent,
  after: CaseContent,
  action: AuditAction | null,
): NewEntry[] {
  const was = new Map(before.values.map((value) => [addressKey(value), value]));
  const is = new Map(after.values.map((value) => [addressKey(value), value]));
  const sortOf = ({ itemId }: ItemAddress) => catalogue.items[itemId]?.sort ?? 0;
  return [...new Map([...was, ...is])]
    .flatMap(([key, address]) => {
      const [old, now] = [was.get(key) ?? EMPTY_VALUE, is.get(key) ?? EMPTY_VALUE];
      return !sameValue(old, now) && !(isEmpty(old) && isEmpty(now))
        ? [valueEntry(catalogue, address, old, now, action ?? actionOf(old, now))]
        : [];
    })
    .sort((a, b) => sortOf(a) - sortOf(b) || a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3);
}

/** What became of a value. */
export function actionOf(before: ItemValue, after: ItemValue): 'add' | 'change' | 'clear' {
  if (isEmpty(before)) return 'add';
  return isEmpty(after) ? 'clear' : 'change';
}

/** The entry of one item. */
export const valueEntry = (
  catalogue: Catalogue,
  { itemId, rowNo, rowNo2, rowNo3 }: ItemAddress,
  before: ItemValue,
  after: ItemValue,
  action: AuditAction,
): NewEntry => ({
  page: catalogue.items[itemId]?.page ?? '',
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
  action,
  before,
  after,
});
