/** Cases as wholes: list, add. */
import type { addCase, DataOf, listCases, QueryOf, readCaseId } from '../../../shared/contract/index.ts';
import { FIRST_SAVE_REASON } from '../../../machines/save/save.machine.ts';
import {
  findSenderKey,
  findVisibleCase,
  fold,
  inScope,
  insertCase,
  pageInfo,
  pagingOf,
  statusOf,
} from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege, noSender } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { listRowOf, wordingOf } from './caseList.ts';
import { countCases, findCases } from './cases.store.ts';

export interface Caller {
  user: SessionUser;
  language: Language;
  requestId: string;
  /** network address */
  ip: string;
}

/** The newest versions of the cases the user may see. */
export function listVisibleCases(
  deps: Deps,
  { user, language }: Caller,
  {
    keyword = '',
    sort = 'updatedAt',
    direction = 'desc',
    deleted = 'N',
    ...query
  }: QueryOf<typeof listCases>,
): Promise<DataOf<typeof listCases>> {
  const paging = pagingOf(query);
  const { sponsorKey, senderKeys } = user;
  const words = fold(keyword).split(' ').filter(Boolean);
  const filter = { sponsorKey, senderKeys, deleted: deleted === 'Y', words };
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const total = await countCases(trx, filter);
    const found = await findCases(trx, filter, {
      sort,
      direction,
      offset: paging.offset,
      limit: paging.rowCount,
    });
    const wording = wordingOf(deps, language);
    return {
      listInfo: found.map((row) => listRowOf(row, wording)),
      pageInfo: pageInfo('MU-CS', paging, total),
    };
  });
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
    if (!inScope(user, senderKey)) throw noPrivilege();
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
