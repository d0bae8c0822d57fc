/** Cases as wholes: list, add. */
import { Readable } from 'node:stream';
import type { addCase, DataOf, listCases, QueryOf, readCaseId } from '../../../shared/contract/index.ts';
import { scopeAllows } from '../../../shared/access/scope.ts';
import { CSV_START, csvLine } from '../../../shared/text/csv.ts';
import { FIRST_SAVE_REASON } from '../../../machines/save/save.machine.ts';
import {
  findSenderKey,
  findVisibleCase,
  fold,
  insertCase,
  pageInfo,
  pagingOf,
  statusOf,
} from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege, noSender } from '../../problems.ts';
import type { FileAnswer } from '../../http/mount.ts';
import { itemTexts } from '../../lists/itemTexts.ts';
import type { ListColumn } from '../../lists/listColumns.ts';
import { listViewOf, type ListView } from '../../lists/listView.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import { cellText, listRowOf, wordingOf, type CaseListRow } from './caseList.ts';
import { countCases, findCases, type CaseFilter, type Place } from './cases.store.ts';

/** menu id of the list */
const CASE_LIST = 'MU-CS';

export interface Caller {
  user: SessionUser;
  language: Language;
  appendix: string;
  requestId: string;
  /** network address */
  ip: string;
}

type ListQuery = QueryOf<typeof listCases>;

/** The newest versions of the cases the user may see, filtered as he has set the list's columns. */
export function listVisibleCases(
  deps: Deps,
  caller: Caller,
  query: ListQuery,
): Promise<DataOf<typeof listCases>> {
  const paging = pagingOf(query);
  return inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const view = await listViewOf(trx, deps.catalogue, CASE_LIST, caller);
    const filter = filterOf(deps, caller, query, view);
    const total = await countCases(trx, filter);
    const listInfo = await rowsOf(trx, deps, caller, view, filter, {
      ...orderOf(query),
      offset: paging.offset,
      limit: paging.rowCount,
    });
    return { listInfo, pageInfo: pageInfo(CASE_LIST, paging, total) };
  });
}

const EXPORTED_AT_ONCE = 500;

/**
 * The whole filtered list as CSV, for spreadsheets: the user's columns in his order, as he has set them when he asks. Read
 * in portions while it is sent.
 */
export async function exportVisibleCases(deps: Deps, caller: Caller, query: ListQuery): Promise<FileAnswer> {
  const inList = <T>(work: (trx: Trx) => Promise<T>) => inSponsor(deps.db, caller.user.sponsorKey, work);
  const view = await inList((trx) => listViewOf(trx, deps.catalogue, CASE_LIST, caller));
  const filter = filterOf(deps, caller, query, view);
  const portion = (offset: number) =>
    inList((trx) =>
      rowsOf(trx, deps, caller, view, filter, { ...orderOf(query), offset, limit: EXPORTED_AT_ONCE }),
    );
  const lineOf = (cell: (column: ListColumn) => string) => csvLine(view.visible.map(cell), 'values');
  async function* lines() {
    yield CSV_START + lineOf(({ label }) => label[caller.language]);
    let offset = 0;
    let rows: CaseListRow[];
    do {
      rows = await portion(offset);
      yield rows.map((row) => lineOf((column) => cellText(column, row, caller.language))).join('');
      offset += rows.length;
    } while (rows.length === EXPORTED_AT_ONCE);
  }
  const day = deps.clock.now().toISOString().slice(0, 10);
  return { fileName: `cases-${day}.csv`, mediaType: 'text/csv; charset=utf-8', body: Readable.from(lines()) };
}

function filterOf(
  { catalogue }: Deps,
  { user }: Caller,
  { keyword = '', deleted = 'N' }: ListQuery,
  view: ListView,
) {
  const words = fold(keyword).split(' ').filter(Boolean);
  return {
    sponsorKey: user.sponsorKey,
    scope: user,
    deleted: deleted === 'ALL' ? null : deleted === 'Y',
    words,
    columns: view.filters,
    catalogue: catalogue.whole,
  };
}

const orderOf = ({ sort = 'updatedAt', direction = 'desc' }: ListQuery) => ({ sort, direction });

async function rowsOf(
  trx: Trx,
  deps: Deps,
  { user: { sponsorKey }, language }: Caller,
  { visible }: ListView,
  filter: CaseFilter,
  place: Place,
): Promise<CaseListRow[]> {
  const found = await findCases(trx, filter, place);
  const caseKeys = found.map(({ case_key }) => case_key);
  const texts = await itemTexts(trx, deps.catalogue.whole, { sponsorKey, caseKeys }, visible, language);
  const wording = wordingOf(deps, language);
  return found.map((row) => listRowOf(row, wording, texts.get(row.case_key)));
}

/** An empty case of the sender asked for, else of the one the user works for, else of the first there is. */
export function addEmptyCase(
  deps: Deps,
  { user, requestId }: Caller,
  asked: number | null,
): Promise<DataOf<typeof addCase>> {
  const { sponsorKey } = user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const senderKey = await findSenderKey(trx, sponsorKey, asked ?? user.senderKeys[0] ?? null);
    if (senderKey === undefined) throw noSender();
    if (!scopeAllows(user, { senderKeys: [senderKey] })) throw noPrivilege();
    const { caseKey, caseNo } = await insertCase(trx, deps, {
      sponsorKey,
      senderKey,
      user,
      content: { values: [], rows: [] },
      residue: [],
      reason: FIRST_SAVE_REASON,
      source: 'screen',
      at: deps.clock.now(),
      requestId,
    });
    return { caseKey, caseNo };
  });
}

/** What names a case, and its state. */
export function readCaseName(
  deps: Deps,
  { user, language }: Caller,
  caseKey: number,
): Promise<DataOf<typeof readCaseId>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    return {
      caseKey,
      caseNo: found.case_no,
      versionNo: found.version_no,
      status: statusOf(found, language),
    };
  });
}
