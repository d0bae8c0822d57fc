/** Applies the row changes of a save: numbers of new rows, positions, deletions and restorations. Pure. */
import type { Catalogue, CatalogueGroup, CataloguePage } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseRow } from '../../shared/case/caseContent.ts';
import type { RowChange } from '../../shared/case/changeSet.ts';
import { parseAddressKey, rowPathOf, type ItemAddress, type RowPath } from '../../shared/case/itemAddress.ts';
import type { NewEntry } from '../audit/auditEntry.ts';
import { rowEntry } from '../audit/contentEntries.ts';
import { ownRow, type Change, type PageDoc } from '../cases/record/pageDoc.ts';
import type { StoredRow } from '../storage/tables.ts';
import { refusal, type Refusal } from './refusal.ts';
import { isOvertaken, seenAt, type StaleEntry } from './staleEntry.ts';

export interface RowPlan {
  /** the document with its rows as they are to be */
  doc: PageDoc;
  entries: NewEntry[];
  refused: Refusal[];
  stale: StaleEntry[];
  /** as they are stored; also those that an earlier save has added, whose answer was lost */
  added: CaseRow[];
  /** there are such */
  isRepeated: boolean;
  /** groups whose rows changed */
  groups: Set<string>;
  /** Row numbers of the request as they are in the record: a row that was added may have got another number. */
  translate: (groups: readonly string[], path: RowPath) => RowPath;
}

export interface RowRequest {
  catalogue: Catalogue;
  page: CataloguePage;
  /** as stored; of a new page row as it is to be, without a row of its own in the record */
  doc: PageDoc;
  isNew: boolean;
  /** row number of the request at the page's level: 0 for a new row, and on a page that is one form */
  requestedRowNo: number;
  rows: readonly RowChange[];
  retrievedAt: Date;
  change: Change;
}

const pathText = (group: string, path: RowPath): string => `${group}|${path.join('|')}`;
const addressOf = ({ group, rowNo, rowNo2, rowNo3 }: CaseRow): ItemAddress => ({
  itemId: group,
  rowNo,
  rowNo2,
  rowNo3,
});

/** Applies the rows of a request to a document. Where `refused` or `stale` say anything, nothing of it may be stored. */
export function planRows(request: RowRequest): RowPlan {
  const { catalogue, page, doc, rows } = request;
  /** by number in the request: the number in the record */
  const given = new Map<string, number>();
  const translate = (groups: readonly string[], path: RowPath): RowPath =>
    path.map((number, at) => {
      if (at === 0 && page.group !== null && groups[0] === page.group && number === request.requestedRowNo)
        return doc.rowNo;
      return given.get(pathText(groups[at] ?? '', path.slice(0, at + 1))) ?? number;
    });
  const plan: RowPlan = {
    doc: { ...doc, rows: { ...doc.rows } },
    entries: [],
    refused: [],
    stale: [],
    added: [],
    isRepeated: false,
    groups: new Set(),
    translate,
  };
  if (request.isNew) addOwnRow(request, plan);
  const ids = new Map(Object.entries(doc.rows).map(([key, { id }]) => [id, key]));
  for (const row of outermostFirst(catalogue, rows)) {
    const group = catalogue.groups[row.group];
    const why = group && group.page === page.page ? misplaced(request, group, row) : 'group.unknown';
    if (why !== null || !group) plan.refused.push(refusal(addressOf(row), why ?? 'group.unknown'));
    else if (group.group === page.group) changeOwnRow(request, plan, row);
    else placeRow(request, plan, group, row, { given, ids });
  }
  return plan;
}

/** Parents get their numbers before their children, and siblings in the order of the sender's numbers. */
function outermostFirst(catalogue: Catalogue, rows: readonly RowChange[]): RowChange[] {
  const depth = ({ group }: CaseRow) => catalogue.groups[group]?.groups.length ?? 0;
  return [...rows].sort(
    (a, b) => depth(a) - depth(b) || a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3,
  );
}

function misplaced({ page, requestedRowNo }: RowRequest, group: CatalogueGroup, row: CaseRow) {
  if (group.rowsOf !== null) return 'row.derived';
  if (page.group !== null && row.rowNo !== requestedRowNo) return 'row.otherRow';
  const numbers = [row.rowNo, row.rowNo2, row.rowNo3];
  const own = page.group === null ? 0 : 1;
  const isWellFormed = numbers.every((number, at) =>
    at < own ? true : at < group.groups.length ? number > 0 : number === 0,
  );
  return isWellFormed ? null : 'row.unknown';
}

function addOwnRow({ catalogue, doc }: RowRequest, plan: RowPlan): void {
  const row = ownRow(doc);
  if (!row) return;
  plan.entries.push(rowEntry(catalogue, row, null));
  plan.groups.add(row.group);
}

/** The row that the page shows, deleted, restored or moved by itself. */
function changeOwnRow(
  { catalogue, doc, isNew, retrievedAt, change }: RowRequest,
  plan: RowPlan,
  row: RowChange,
): void {
  const was = ownRow(doc);
  // the id and the place of a new row were taken over when its document was made
  if (isNew || !was || (was.deleted === row.deleted && was.sort === row.sort)) return;
  const { deleted, sort } = row;
  if (isOvertaken(doc.rowAt, seenAt(row, retrievedAt), change))
    plan.stale.push(staleRow(was, doc.rowBy, doc.rowAt.toISOString()));
  Object.assign(plan.doc, { deleted, sort, rowAt: change.at, rowBy: change.by });
  plan.entries.push(rowEntry(catalogue, { ...was, deleted, sort }, was));
  plan.groups.add(was.group);
}

interface Numbering {
  given: Map<string, number>;
  /** by row id: the key in the record; of a row added by the request, any */
  ids: Map<string, string>;
}

function placeRow(
  request: RowRequest,
  plan: RowPlan,
  group: CatalogueGroup,
  row: RowChange,
  { given, ids }: Numbering,
) {
  const requested = rowPathOf(row, group.groups.length);
  const parent = plan.translate(group.groups.slice(0, -1), requested.slice(0, -1));
  const key = rowKey({ group: group.group, ...numbersOf([...parent, requested.at(-1) ?? 0]) });
  const stored = plan.doc.rows[key];
  if (stored?.id === row.rowId)
    return changeRow(request, plan, { ...row, ...numbersOf(parseRow(key)) }, stored);
  const known = ids.get(row.rowId);
  if (known !== undefined) {
    const twin = request.doc.rows[known];
    const number = siblingNumber(known, group.group, parent);
    if (!twin || number === null) return void plan.refused.push(refusal(addressOf(row), 'row.idTaken'));
    // stored by an earlier save whose answer was lost
    given.set(pathText(group.group, requested), number);
    const placed = { ...row, ...numbersOf(parseRow(known)) };
    // else its author would go on with the number it came with, which may be that of another row
    plan.added.push(placed);
    plan.isRepeated = true;
    return changeRow(request, plan, placed, twin);
  }
  ids.set(row.rowId, key);
  const number = maxRowNo(plan.doc.rows, group.group, parent) + 1;
  given.set(pathText(group.group, requested), number);
  const { at, by } = request.change;
  const added = { ...row, ...numbersOf([...parent, number]) };
  plan.doc.rows[rowKey(added)] = {
    id: row.rowId,
    sort: row.sort,
    del: row.deleted,
    at: at.toISOString(),
    by,
  };
  plan.added.push(added);
  plan.entries.push(rowEntry(request.catalogue, added, null));
  plan.groups.add(group.group);
}

function changeRow(
  { catalogue, retrievedAt, change }: RowRequest,
  plan: RowPlan,
  row: RowChange,
  stored: StoredRow,
): void {
  const { id, sort, del, at, by } = stored;
  if (sort === row.sort && del === row.deleted) return;
  if (isOvertaken(new Date(at), seenAt(row, retrievedAt), change))
    plan.stale.push(staleRow({ ...row, sort, deleted: del }, by, at));
  plan.doc.rows[rowKey(row)] = {
    id,
    sort: row.sort,
    del: row.deleted,
    at: change.at.toISOString(),
    by: change.by,
  };
  plan.entries.push(rowEntry(catalogue, row, { ...row, sort, deleted: del }));
  plan.groups.add(row.group);
}

const staleRow = (row: CaseRow, changedBy: string, changedAt: string): StaleEntry => ({
  ...addressOf(row),
  value: null,
  nullFlavor: null,
  notation: null,
  row: { sort: row.sort, deleted: row.deleted },
  changedBy,
  changedAt,
});

const numbersOf = ([rowNo = 0, rowNo2 = 0, rowNo3 = 0]: RowPath) => ({ rowNo, rowNo2, rowNo3 });

function parseRow(key: string): RowPath {
  const { rowNo, rowNo2, rowNo3 } = parseAddressKey(key);
  return [rowNo, rowNo2, rowNo3];
}

/** The number of a row among the rows of a group inside a parent, null where it is none of them. */
function siblingNumber(key: string, group: string, parent: RowPath): number | null {
  const path = parseRow(key);
  const isSibling =
    parseAddressKey(key).itemId === group && parent.every((number, at) => path[at] === number);
  return isSibling ? (path[parent.length] ?? null) : null;
}

/** Deleted rows count: a number is never used again. */
function maxRowNo(rows: Record<string, StoredRow>, group: string, parent: RowPath): number {
  const siblings = Object.keys(rows)
    .map(parseAddressKey)
    .filter(({ itemId }) => itemId === group)
    .map(({ rowNo, rowNo2, rowNo3 }) => [rowNo, rowNo2, rowNo3])
    .filter((path) => parent.every((number, at) => path[at] === number));
  return Math.max(0, ...siblings.map((path) => path[parent.length] ?? 0));
}
