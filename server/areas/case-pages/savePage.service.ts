/** Saving a page: one transaction, all of it or nothing. */
import type { CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseRow, CaseValue } from '../../../shared/case/caseContent.ts';
import type { BodyOf, DataOf, savePage, setRowStatus } from '../../../shared/contract/index.ts';
import { appendAudit } from '../../audit/appendAudit.ts';
import type { NewEntry } from '../../audit/auditEntry.ts';
import {
  changeTime,
  columnsTouched,
  contentOf,
  emptyDoc,
  findDoc,
  findDocs,
  lockVisibleCase,
  ownRow,
  pagesOfColumns,
  putDocs,
  requireEditable,
  searchText,
  summaryOf,
  touchCase,
  type CaseRecord,
  type Change,
  type PageDoc,
} from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseChanged, itemRefused, noModifiedData, rowNotFound } from '../../problems.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import { findRowPlaces, knownFiles } from './casePages.store.ts';
import { planPageChange, type PagePlan } from './pageChange.ts';
import { pageOf } from './readPages.service.ts';
import { findReferences } from './references.ts';
import { refusal, type Refusal } from './refusal.ts';
import { planRows } from './rowChanges.ts';

export interface Author {
  user: SessionUser;
  language: Language;
  requestId: string;
}

export interface PageSave extends BodyOf<typeof savePage> {
  caseKey: number;
  page: string;
  /** null for a page that is one form; 0 adds a row */
  rowNo: number | null;
}

/**
 * Applies changed items and rows of one page. Refused with nothing stored: 409 CASE_READ_ONLY, 409 CASE_CHANGED
 * (details: what stands there now), 422 ITEM_REFUSED (details: address, rule and message of each), 422 NO_MODIFIED_DATA.
 */
export function applyPageSave(deps: Deps, author: Author, save: PageSave): Promise<DataOf<typeof savePage>> {
  const { user } = author;
  const page = pageOf(deps, save.page, save.rowNo === null ? 'form' : 'rows');
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, save.caseKey);
    requireEditable(found, user);
    const now = deps.clock.now();
    const change: Change = { at: changeTime(now, found.retrieved_at), by: user.userId };
    const doc = await documentOf(trx, deps, found, page, save, change);
    const plan = planPageChange({
      catalogue: deps.catalogue.whole,
      page,
      doc,
      isNew: save.rowNo === 0,
      askedRowNo: save.rowNo ?? 0,
      foreignRows: await foreignRows(trx, deps, found, page, save.changes),
      changes: save.changes,
      rows: save.rows ?? [],
      retrievedAt: new Date(save.retrievedAt),
      change,
      unblind: user.unblind,
      world: { codeLists: deps.catalogue.codeLists, now },
    });
    refuse([...plan.refused, ...(await unknownFiles(trx, deps, found, plan, save.changes))], author.language);
    if (plan.stale.length > 0) throw caseChanged(plan.stale);
    if (plan.entries.length === 0 || isEmptyNewRow(save, plan)) throw noModifiedData();
    await store(trx, deps, author, {
      found,
      page: page.page,
      reason: save.reason,
      change,
      docs: [plan.doc],
      ...plan,
    });
    return { retrievedAt: change.at.toISOString(), rowNo: plan.doc.rowNo, changed: plan.entries.length };
  });
}

/** A row that says nothing is added only where the request names it. */
const isEmptyNewRow = ({ rowNo, rows }: PageSave, { touchedItems }: PagePlan): boolean =>
  rowNo === 0 && touchedItems.size === 0 && (rows ?? []).length === 0;

/** The document the save is about, read under the lock of the case; 404 for a row that is not there. */
async function documentOf(
  trx: Trx,
  deps: Deps,
  { sponsor_key, case_key }: CaseRecord,
  page: CataloguePage,
  { rowNo, rows }: PageSave,
  change: Change,
): Promise<PageDoc> {
  if (rowNo === 0 && page.group !== null) {
    const places = await findRowPlaces(trx, sponsor_key, case_key, page.page);
    const last = (number: 'rowNo' | 'sort') => Math.max(0, ...places.map((place) => place[number]));
    const asked = rows?.find(({ group }) => group === page.group);
    const added: CaseRow = {
      group: page.group,
      rowNo: last('rowNo') + 1,
      rowNo2: 0,
      rowNo3: 0,
      rowId: asked?.rowId ?? deps.newUuid(),
      sort: last('sort') + 1,
      deleted: false,
    };
    return emptyDoc(page.page, change, added);
  }
  const doc = await findDoc(trx, sponsor_key, case_key, page.page, rowNo ?? 0);
  if (!doc && rowNo !== null) throw rowNotFound(page.page, rowNo);
  return doc ?? emptyDoc(page.page, change);
}

/** Read only where an item of the request stands in a group that is rows of another. */
async function foreignRows(
  trx: Trx,
  { catalogue: { whole } }: Deps,
  { sponsor_key, case_key }: CaseRecord,
  page: CataloguePage,
  changes: readonly CaseValue[],
): Promise<Map<string, Map<number, boolean>>> {
  const isForeign = (itemId: string) =>
    (whole.items[itemId]?.groups ?? []).some((group) => (whole.groups[group]?.rowsOf ?? null) !== null);
  if (!changes.some(({ itemId }) => isForeign(itemId))) return new Map();
  const references = await findReferences(trx, whole, page, { sponsorKey: sponsor_key, caseKey: case_key });
  return new Map(
    [...Map.groupBy(references, ({ group }) => group)].map(([group, rows]) => [
      group,
      new Map(rows.map(({ rowNo, deleted }) => [rowNo, deleted])),
    ]),
  );
}

/** An attachment may only be a file that the sponsor has: a hash alone must not open another sponsor's file. */
async function unknownFiles(
  trx: Trx,
  { catalogue: { whole } }: Deps,
  { sponsor_key }: CaseRecord,
  { touchedItems }: PagePlan,
  changes: readonly CaseValue[],
): Promise<Refusal[]> {
  const attached = changes.filter(
    ({ itemId, value }) => value && touchedItems.has(itemId) && whole.items[itemId]?.control === 'attachment',
  );
  if (attached.length === 0) return [];
  const known = await knownFiles(
    trx,
    sponsor_key,
    attached.map(({ value }) => value ?? ''),
  );
  return attached
    .filter(({ value }) => !known.has(value ?? ''))
    .map((change) => refusal(change, 'file.unknown'));
}

function refuse(refused: readonly Refusal[], language: Language): void {
  if (refused.length === 0) return;
  throw itemRefused(refused.map(({ message, ...where }) => ({ ...where, message: message[language] })));
}

interface Stored {
  found: CaseRecord;
  page: string;
  reason: string;
  change: Change;
  docs: readonly PageDoc[];
  entries: readonly NewEntry[];
  touchedItems: ReadonlySet<string>;
  touchedGroups: ReadonlySet<string>;
}

async function store(trx: Trx, deps: Deps, { user, requestId }: Author, stored: Stored): Promise<void> {
  const { found, page, reason, change, docs, entries } = stored;
  const { sponsor_key: sponsorKey, case_key: caseKey, root_case_key: rootCaseKey } = found;
  await putDocs(trx, sponsorKey, caseKey, docs);
  await appendAudit(
    trx,
    {
      sponsorKey,
      rootCaseKey,
      caseKey,
      at: change.at,
      user,
      page,
      reason,
      source: 'screen',
      requestId,
      catalogueVersion: deps.catalogue.whole.version,
    },
    entries,
  );
  await touchCase(trx, found, { ...change, page, summary: await summaryAfter(trx, deps, stored) });
}

/** The summary columns that the save may have changed; only their pages are read. */
async function summaryAfter(trx: Trx, { catalogue: { whole } }: Deps, stored: Stored) {
  const { found, touchedItems, touchedGroups } = stored;
  const names = columnsTouched(whole, touchedItems, touchedGroups);
  if (names.length === 0) return {};
  const docs = await findDocs(trx, found.sponsor_key, found.case_key, pagesOfColumns(whole, names));
  const summary = summaryOf(whole, contentOf(docs));
  const changed = Object.fromEntries(names.map((name) => [name, summary[name]]));
  return { ...changed, search: searchText(found.case_no, { ...found, ...changed }) };
}

export interface RowStatusChange extends BodyOf<typeof setRowStatus> {
  caseKey: number;
  page: string;
}

/** Strikes or restores rows of a page of rows: all of them, or none. */
export function applyRowStatus(
  deps: Deps,
  author: Author,
  { caseKey, page: pageId, rowNos, status, reason, retrievedAt }: RowStatusChange,
): Promise<DataOf<typeof setRowStatus>> {
  const { user } = author;
  const page = pageOf(deps, pageId, 'rows');
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    requireEditable(found, user);
    const change: Change = { at: changeTime(deps.clock.now(), found.retrieved_at), by: user.userId };
    const docs = await findDocs(trx, user.sponsorKey, caseKey, [page.page]);
    const plans = [...new Set(rowNos)].map((rowNo) => {
      const doc = docs.find((one) => one.rowNo === rowNo);
      const row = doc && ownRow(doc);
      if (!row) throw rowNotFound(page.page, rowNo);
      return planRows({
        catalogue: deps.catalogue.whole,
        page,
        doc,
        isNew: false,
        askedRowNo: rowNo,
        rows: [{ ...row, deleted: status === 'Y' }],
        retrievedAt: new Date(retrievedAt),
        change,
      });
    });
    const stale = plans.flatMap((plan) => plan.stale);
    if (stale.length > 0) throw caseChanged(stale);
    const changed = plans.filter(({ entries }) => entries.length > 0);
    if (changed.length === 0) throw noModifiedData();
    await store(trx, deps, author, {
      found,
      page: page.page,
      reason,
      change,
      docs: changed.map(({ doc }) => doc),
      entries: changed.flatMap(({ entries }) => entries),
      touchedItems: new Set(),
      touchedGroups: new Set(changed.flatMap(({ groups }) => [...groups])),
    });
    return { retrievedAt: change.at.toISOString() };
  });
}
