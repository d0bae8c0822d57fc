/** Reading the pages of a case. */
import type { CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { fileNameOf, isEmpty } from '../../../shared/case/itemValue.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import { type CaseValue, filterItems } from '../../../shared/case/caseContent.ts';
import type { DataOf, listPages, readPage, readSummary } from '../../../shared/contract/index.ts';
import { readOnlyState } from '../../cases/lifecycle/readOnlyDetail.ts';
import { findDoc, findDocs, type CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee, statusOf } from '../../cases/record/caseAccess.ts';
import { contentOf, valueOf, type PageDoc } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { pageNotFound, rowNotFound } from '../../problems.ts';
import { readInSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { countRows, findRowPlaces, type RowPlace } from './casePages.store.ts';
import { inputPages, inputsOf } from '../../page-save/pageInputs.ts';
import { referencePages, referencesOf } from '../../page-save/references.ts';

/** What this module needs of the server. */
type ReadPagesWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export interface Reader {
  user: SessionUser;
  language: Language;
}

export interface PageRequest {
  caseKey: number;
  page: string;
  /** null for a page that is one form; 0 for a new row */
  rowNo: number | null;
  move?: 'previous' | 'next';
}

/** A page drawn as a form, of the requested id and kind; otherwise 404. */
export function pageOf(
  { catalogue: { whole } }: ReadPagesWorld,
  pageId: string,
  kind: CataloguePage['kind'],
): CataloguePage {
  const page = whole.pages[pageId];
  if (page?.kind !== kind) throw pageNotFound(pageId);
  return page;
}

/** The pages of the case in wizard order. */
export function listCasePages(
  deps: ReadPagesWorld,
  { user, language }: Reader,
  caseKey: number,
): Promise<DataOf<typeof listPages>> {
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const rows = await countRows(trx, user.sponsorKey, caseKey);
    return {
      caseKey,
      caseNo: found.case_no,
      versionNo: found.version_no,
      status: statusOf(found, language),
      pages: deps.catalogue.whole.pageOrder.map((page) => ({
        page,
        rows: rows.get(page) ?? 0,
        saved: savedFlag(found, page),
      })),
    };
  });
}

export const savedFlag = ({ saved_pages }: CaseRecord, page: string) =>
  saved_pages.includes(page) ? 'Y' : 'N';

/**
 * The content of a form page, or of one row of a page of rows. Case and documents are read in one
 * snapshot, so that `retrievedAt` belongs to the values beside it.
 */
export function readPageContent(
  deps: ReadPagesWorld,
  reader: Reader,
  request: PageRequest,
): Promise<DataOf<typeof readPage>> {
  const { user, language } = reader;
  const { sponsorKey } = user;
  const { caseKey } = request;
  const { whole } = deps.catalogue;
  const page = pageOf(deps, request.page, request.rowNo === null ? 'form' : 'rows');
  return readInSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const places = page.kind === 'rows' ? await findRowPlaces(trx, sponsorKey, caseKey, page.page) : [];
    const rowNo = request.rowNo === null ? 0 : requestedRow(places, page, request.rowNo, request.move);
    const docs = await findDocs(
      trx,
      sponsorKey,
      caseKey,
      [...referencePages(whole, page), ...inputPages(whole, page)],
      request.rowNo !== null && rowNo === 0 ? null : { page: page.page, rowNo },
    );
    const doc = docs.find((one) => one.page === page.page && one.rowNo === rowNo);
    const at = rowNo === 0 ? places.length : places.findIndex((place) => place.rowNo === rowNo);
    return {
      caseKey,
      caseNo: found.case_no,
      page: page.page,
      rowNo,
      ...filterItems(contentOf(doc ? [doc] : []), (itemId) => maySee(deps, user, itemId)),
      references: referencesOf(whole, page, docs, (itemId) => maySee(deps, user, itemId)),
      inputs: inputsOf(
        whole,
        {
          page,
          isShown: (value) => whole.items[value.itemId]?.page === page.page && value.rowNo === rowNo,
          maySee: (itemId) => maySee(deps, user, itemId),
        },
        docs,
      ),
      retrievedAt: found.retrieved_at.toISOString(),
      saved: savedFlag(found, page.page),
      status: statusOf(found, language),
      ...(await readOnlyState(trx, found, {
        user,
        at: deps.clock.now(),
        row: doc?.deleted && page.group ? { group: page.group, rowNo } : undefined,
      })),
      previousRowNo: places[at - 1]?.rowNo ?? null,
      nextRowNo: places[at + 1]?.rowNo ?? null,
      rowPosition: rowNo === 0 ? null : at + 1,
      rowCount: places.length,
    };
  });
}

/** The requested row, or its neighbour; 404 if there is none. */
function requestedRow(
  places: readonly RowPlace[],
  { page }: CataloguePage,
  rowNo: number,
  move?: 'previous' | 'next',
): number {
  if (rowNo === 0 && !move) return 0;
  const at = rowNo === 0 ? places.length : places.findIndex((place) => place.rowNo === rowNo);
  const steps = move === 'previous' ? -1 : move === 'next' ? 1 : 0;
  const found = at < 0 ? undefined : places[at + steps];
  if (!found) throw rowNotFound(page, rowNo);
  return found.rowNo;
}

/** The rows of a page with the values of their summary columns, in list order, including deleted ones. */
export function readPageSummary(
  deps: ReadPagesWorld,
  { user, language }: Reader,
  { caseKey, page: pageId }: { caseKey: number; page: string },
): Promise<DataOf<typeof readSummary>> {
  const page = pageOf(deps, pageId, 'rows');
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const docs = await findDocs(trx, user.sponsorKey, caseKey, [page.page]);
    const columns = (page.group && deps.catalogue.whole.groups[page.group]?.summary) || [];
    const shown = columns.filter((itemId) => maySee(deps, user, itemId));
    return {
      caseKey,
      page: page.page,
      rows: docs.map((doc) => summaryRow(doc, shown)),
      retrievedAt: found.retrieved_at.toISOString(),
      status: statusOf(found, language),
      ...(await readOnlyState(trx, found, { user, at: deps.clock.now() })),
    };
  });
}

function summaryRow(doc: PageDoc, columns: readonly string[]) {
  const values = columns.flatMap((itemId) => {
    const stored = doc.items[addressKey(addressAt(itemId, [doc.rowNo]))];
    const value = stored && valueOf(stored);
    if (!value || isEmpty(value)) return [];
    const { value: text, nullFlavor, properties } = value;
    return [[itemId, { value: text, nullFlavor, properties: fileNameOf(properties) }] as const];
  });
  return {
    rowNo: doc.rowNo,
    rowId: doc.rowId ?? '',
    deleted: doc.deleted,
    values: Object.fromEntries(values),
  };
}

/** The value at one address; null if it is empty or the user may not see it. */
export async function findValue(
  trx: Trx,
  deps: ReadPagesWorld,
  user: SessionUser,
  caseKey: number,
  address: Pick<CaseValue, 'itemId' | 'rowNo' | 'rowNo2' | 'rowNo3'>,
) {
  const item = deps.catalogue.whole.items[address.itemId];
  const page = item && deps.catalogue.whole.pages[item.page];
  if (!page || !maySee(deps, user, address.itemId)) return null;
  const doc = await findDoc(
    trx,
    user.sponsorKey,
    caseKey,
    page.page,
    page.kind === 'rows' ? address.rowNo : 0,
  );
  const stored = doc?.items[addressKey(address)];
  return stored ? valueOf(stored) : null;
}
