/** Saving a page that is one form, or one row of a page of rows; deleting and restoring rows. */
import type { CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import type { addRows, BodyOf, DataOf, savePage, setRowStatus } from '../../../shared/contract/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { findDoc, findDocs } from '../../cases/record/case.store.ts';
import { docKey, emptyDoc, ownRow, type PageDoc } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { newRowTwice, pageNotFound, rowNotFound } from '../../problems.ts';
import { findRowPlaces, type RowPlace } from './casePages.store.ts';
import { planPageChange, type PageChange, type PagePlan } from '../../page-save/pageChange.ts';
import { pageOf } from './readPages.service.ts';
import { planRows } from '../../page-save/rowChanges.ts';
import { planningOf, saveDocuments, type Author, type PagePart } from '../../page-save/saveDocuments.ts';
import { isLater } from '../../page-save/staleEntry.ts';
import type { LockedCase } from '../../page-save/lockedCase.ts';

/** What this module needs of the server. */
type SavePageWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld & ProjectionsWorld;

export interface PageSave extends BodyOf<typeof savePage> {
  caseKey: number;
  page: string;
  /** null for a page that is one form; 0 adds a row */
  rowNo: number | null;
}

/** Applies changed items and rows of one form or one row. */
export async function applyPageSave(
  deps: SavePageWorld,
  author: Author,
  save: PageSave,
): Promise<DataOf<typeof savePage>> {
  const { caseKey, reason } = save;
  const { planOf, ...part } = pagePart(deps, author, save);
  const done = await saveDocuments(deps, author, { caseKey, reason, ...part }, planOf);
  const rowNo = done.plans[0]?.doc.rowNo ?? 0;
  const added = done.plans.flatMap((plan) => plan.added);
  return { retrievedAt: done.at.toISOString(), rowNo, rows: added, changed: done.changed };
}

/** The change of one form or one row, as part of a save. */
export function pagePart(deps: SavePageWorld, author: Author, save: Omit<PageSave, 'reason'>): PagePart {
  const page = pageOf(deps, save.page, save.rowNo === null ? 'form' : 'rows');
  const { changes, rows } = save;
  return {
    page,
    changes,
    ...(rows && { rows }),
    planOf: async (opened) => {
      const planning = await planningOf(opened, deps, author, { page, changes, rows });
      const retrievedAt = new Date(save.retrievedAt);
      const places = save.rowNo === 0 ? await placesOf(opened, page) : [];
      const added = await rowOfId(opened, page, places, ownRowId(page, rows));
      if (added) return [planRepeated({ ...planning, retrievedAt }, added)];
      const plan = planPageChange({
        ...planning,
        doc: await documentOf(opened, deps, page, save, places),
        isNew: save.rowNo === 0,
        requestedRowNo: save.rowNo ?? 0,
        retrievedAt,
      });
      return [isEmptyNewRow(save, plan) ? { ...plan, entries: [] } : plan];
    },
  };
}

/** The id that a request for a new row gives it; undefined where it leaves that to the server. */
const ownRowId = ({ group }: CataloguePage, rows: PageSave['rows']): string | undefined =>
  rows?.find((row) => row.group === group)?.rowId;

/** The rows of a page as they are stored. */
const placesOf = ({ trx, found: { sponsor_key, case_key } }: LockedCase, { page }: CataloguePage) =>
  findRowPlaces(trx, sponsor_key, case_key, page);

/** That one of them which has this id, as it is stored. */
async function rowOfId(
  { trx, found: { sponsor_key, case_key } }: LockedCase,
  { page }: CataloguePage,
  places: readonly RowPlace[],
  id: string | undefined,
): Promise<PageDoc | null> {
  const place = id === undefined ? undefined : places.find(({ rowId }) => rowId === id);
  return place ? findDoc(trx, sponsor_key, case_key, page, place.rowNo) : null;
}

/**
 * A new row that is stored already: the answer of an earlier save was lost, or came too late for the page. What the request
 * says is a change of that row, except of its place. What was stored with the row is known to the user who added it.
 */
function planRepeated(given: Omit<PageChange, 'doc' | 'isNew' | 'requestedRowNo'>, doc: PageDoc): PagePlan {
  const { page, rows, change, retrievedAt } = given;
  const isOwn = doc.rowBy === change.by && isLater(doc.rowAt, retrievedAt);
  const plan = planPageChange({
    ...given,
    rows: rows.filter(({ group }) => group !== page.group),
    doc,
    isNew: false,
    requestedRowNo: 0,
    retrievedAt: isOwn ? doc.rowAt : retrievedAt,
  });
  // by the number of the request, which is all that its sender knows
  return { ...plan, stale: plan.stale.map((entry) => ({ ...entry, rowNo: 0 })), isRepeated: true };
}

/** An empty row is added only if the request names it. */
const isEmptyNewRow = (
  { rowNo, rows }: Pick<PageSave, 'rowNo' | 'rows'>,
  { touchedItems }: PagePlan,
): boolean => rowNo === 0 && touchedItems.size === 0 && (rows ?? []).length === 0;

/** The document the save is about, read under the lock of the case; 404 for a row that is not there. `stored`: rows of the page. */
async function documentOf(
  { trx, found, change, planned }: LockedCase,
  deps: SavePageWorld,
  page: CataloguePage,
  { rowNo, rows }: Pick<PageSave, 'rowNo' | 'rows'>,
  stored: readonly RowPlace[],
): Promise<PageDoc> {
  const { sponsor_key, case_key } = found;
  if (rowNo === 0 && page.group !== null) {
    const places = [...stored, ...plannedRows(planned, page.page)];
    const added = rowBehind(places, page.group, ownRowId(page, rows) ?? deps.newUuid());
    return emptyDoc(page.page, change, added);
  }
  const key = docKey({ page: page.page, rowNo: rowNo ?? 0 });
  const doc = planned.get(key) ?? (await findDoc(trx, sponsor_key, case_key, page.page, rowNo ?? 0));
  if (!doc && rowNo !== null) throw rowNotFound(page.page, rowNo);
  return doc ?? emptyDoc(page.page, change);
}

/** Rows that the same save adds. */
const plannedRows = (planned: LockedCase['planned'], page: string): Pick<RowPlace, 'rowNo' | 'sort'>[] =>
  [...planned.values()].flatMap((doc) => (doc.page === page ? (ownRow(doc) ?? []) : []));

/** A row behind those there are; `by`: how many places, where several are added at once. */
function rowBehind(
  places: readonly Pick<RowPlace, 'rowNo' | 'sort'>[],
  group: string,
  rowId: string,
  by = 1,
): CaseRow {
  const last = (number: 'rowNo' | 'sort') => Math.max(0, ...places.map((place) => place[number]));
  const [rowNo, sort] = [last('rowNo') + by, last('sort') + by];
  return { group, rowNo, rowNo2: 0, rowNo3: 0, rowId, sort, deleted: false };
}

export interface RowsAdded extends BodyOf<typeof addRows> {
  caseKey: number;
  page: string;
}

/**
 * Adds rows to a page of rows: all of them, or none. Those that are there by their id were added before and stay as they
 * are; the answer tells the numbers of all. Throws 400 NEW_ROW_TWICE, and what `saveDocuments` throws.
 */
export async function applyAddedRows(
  deps: SavePageWorld,
  author: Author,
  { caseKey, page: pageId, reason, rows }: RowsAdded,
): Promise<DataOf<typeof addRows>> {
  const page = pageOf(deps, pageId, 'rows');
  const { group } = page;
  if (group === null) throw pageNotFound(pageId);
  if (new Set(rows.map(({ rowId }) => rowId)).size < rows.length) throw newRowTwice();
  const request = { caseKey, page, reason, changes: rows.flatMap(({ changes }) => changes) };
  const done = await saveDocuments(deps, author, request, async (opened) => {
    const { trx, change } = opened;
    const { sponsorKey } = author.user;
    const places = await findRowPlaces(trx, sponsorKey, caseKey, page.page);
    const planning = { ...(await planningOf(opened, deps, author, request)), retrievedAt: change.at };
    const rowNos = new Map(places.map(({ rowId, rowNo }) => [rowId, rowNo]));
    const stored = rows.some(({ rowId }) => rowNos.has(rowId))
      ? await findDocs(trx, sponsorKey, caseKey, [page.page])
      : [];
    let added = 0;
    return rows.map(({ rowId, changes }) => {
      const doc = stored.find(({ rowNo }) => rowNo === rowNos.get(rowId));
      if (doc) return planStored(planning, doc);
      added += 1;
      return planPageChange({
        ...planning,
        doc: emptyDoc(page.page, change, rowBehind(places, group, rowId, added)),
        isNew: true,
        requestedRowNo: 0,
        changes,
      });
    });
  });
  return { retrievedAt: done.at.toISOString(), rowNos: done.plans.map(({ doc }) => doc.rowNo) };
}

/** A row that an earlier request has added: nothing is left to store of it. */
const planStored = (
  planning: Omit<PageChange, 'doc' | 'isNew' | 'requestedRowNo'>,
  doc: PageDoc,
): PagePlan => ({
  ...planPageChange({ ...planning, doc, isNew: false, requestedRowNo: doc.rowNo, changes: [], rows: [] }),
  isRepeated: true,
});

export interface RowStatusChange extends BodyOf<typeof setRowStatus> {
  caseKey: number;
  page: string;
}

/** Deletes or restores rows of a page of rows: all of them, or none. */
export async function applyRowStatus(
  deps: SavePageWorld,
  author: Author,
  { caseKey, page: pageId, rowNos, status, reason, retrievedAt }: RowStatusChange,
): Promise<DataOf<typeof setRowStatus>> {
  const page = pageOf(deps, pageId, 'rows');
  const request = { caseKey, page, reason, changes: [] };
  const { at } = await saveDocuments(deps, author, request, async ({ trx, change }) => {
    const docs = await findDocs(trx, author.user.sponsorKey, caseKey, [page.page]);
    return [...new Set(rowNos)].map((rowNo) => {
      const doc = docs.find((one) => one.rowNo === rowNo);
      const row = doc && ownRow(doc);
      if (!row) throw rowNotFound(page.page, rowNo);
      const { groups, ...plan } = planRows({
        catalogue: deps.catalogue.whole,
        page,
        doc,
        isNew: false,
        requestedRowNo: rowNo,
        rows: [{ ...row, deleted: status === 'Y' }],
        retrievedAt: new Date(retrievedAt),
        change,
      });
      return { ...plan, touchedItems: new Set<string>(), touchedGroups: groups };
    });
  });
  return { retrievedAt: at.toISOString() };
}
