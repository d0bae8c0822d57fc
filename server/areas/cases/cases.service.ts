/** Cases as wholes: list, add, versions, status. */
import { allows, flagsAfter, statusEvent } from '../../../machines/case-status/caseStatus.machine.ts';
import type {
  addCase,
  BodyOf,
  DataOf,
  listCases,
  listVersions,
  QueryOf,
  readCaseId,
  setCaseStatus,
} from '../../../shared/contract/index.ts';
import { FIRST_SAVE_REASON } from '../../../machines/save/save.machine.ts';
import { appendAudit } from '../../audit/appendAudit.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import {
  changeTime,
  findSenderKey,
  findVisibleCase,
  flagsOf,
  fold,
  inScope,
  insertCase,
  lockVisibleCase,
  mayEdit,
  pageInfo,
  pagingOf,
  statusOf,
} from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseChanged, noModifiedData, noPrivilege, noSender, statusRefused } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { listRowOf, wordingOf } from './caseList.ts';
import { countCases, findCases, findVersions, setFlags } from './cases.store.ts';

export interface Caller {
  user: SessionUser;
  language: Language;
  requestId: string;
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

/** All versions of the case, newest first. */
export function listCaseVersions(
  deps: Deps,
  { user }: Caller,
  caseKey: number,
): Promise<DataOf<typeof listVersions>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { root_case_key } = await findVisibleCase(trx, user, caseKey);
    const versions = await findVersions(trx, user.sponsorKey, root_case_key);
    return {
      listInfo: versions.map(({ case_key, version_no, created_at, created_by, version_reason }) => ({
        caseKey: case_key,
        versionNo: version_no,
        createdAt: created_at.toISOString(),
        createdBy: created_by,
        reason: version_reason,
      })),
    };
  });
}

/**
 * Sets or takes away one flag of a case. Refused: 422 NO_MODIFIED_DATA where it stands so already, 409 CASE_CHANGED
 * where another status was given after `retrievedAt`, 409 STATUS_REFUSED where the chart has no such way.
 */
export function changeCaseStatus(
  deps: Deps,
  { user, language, requestId }: Caller,
  caseKey: number,
  { statusId, status, reason, retrievedAt }: BodyOf<typeof setCaseStatus>,
): Promise<DataOf<typeof setCaseStatus>> {
  const { sponsorKey } = user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    if (!found.latest) throw statusRefused({ caseKey, why: 'superseded' });
    const flags = flagsOf(found);
    const isSet = { REVIEW: flags.reviewed, LOCK: flags.locked, DELETE: flags.deleted }[statusId];
    const before = isSet ? 'Y' : 'N';
    if (before === status) throw noModifiedData();
    if (found.status_at > new Date(retrievedAt)) throw caseChanged({ status: statusOf(found, language) });
    const event = statusEvent(statusId, status);
    if (!allows(flags, mayEdit(user), event)) throw statusRefused({ caseKey, statusId, status });
    const change = { at: changeTime(deps.clock.now(), found.retrieved_at), by: user.userId };
    await appendAudit(
      trx,
      {
        sponsorKey,
        rootCaseKey: found.root_case_key,
        caseKey,
        at: change.at,
        user,
        page: '',
        reason,
        source: 'screen',
        requestId,
        catalogueVersion: deps.catalogue.whole.version,
      },
      [caseEntry('status', status, statusId, before)],
    );
    const changed = await setFlags(
      trx,
      { sponsorKey, caseKey },
      flagsAfter(flags, mayEdit(user), event),
      change,
    );
    return statusOf(changed, language);
  });
}
