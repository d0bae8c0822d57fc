/** What happened to a case: audit trail, workflow, distribution. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type {
  DataOf,
  QueryOf,
  readCaseAudit,
  readDistributionHistory,
  readItemAudit,
  readWorkflowAudit,
  verifyCaseAudit,
} from '../../../shared/contract/index.ts';
import type { AnchorsWorld } from '../../audit/anchorFile.ts';
import { findAnchored } from '../../audit/anchorIndex.ts';
import { caseChain, type Chain } from '../../audit/auditEntry.ts';
import { auditAnswers } from '../../audit/auditAnswers.ts';
import { countEntries, findEntries, type AuditFilter } from '../../audit/readAudit.ts';
import { verification } from '../../audit/verification.ts';
import type { VerificationWorld as ChainWorld } from '../../audit/verifyStoredCase.ts';
import { findVisibleCase, maySee, withheldItems } from '../../cases/record/caseAccess.ts';
import type { SessionUser } from '../../http/session.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { onWholeCase, workOf } from '../../whole-case/wholeCaseWork.ts';
import { WORKFLOW_ENTRIES } from '../../workflow/recordRouting.ts';
import { findDistributions } from './casePages.store.ts';
import type { Reader } from './readPages.service.ts';

/** What this module needs of the server. */
type CaseHistoryWorld = CatalogueWorld & DatabaseWorld;
type VerificationWorld = CaseHistoryWorld & ChainWorld & AnchorsWorld & ClockWorld & ThreadsWorld;

/** Every change of one item in all versions of the case, newest first. */
export function readItemHistory(
  deps: CaseHistoryWorld,
  reader: Reader,
  caseKey: number,
  { itemId, rowNo = 0, rowNo2 = 0, rowNo3 = 0 }: QueryOf<typeof readItemAudit>,
): Promise<DataOf<typeof readItemAudit>> {
  return inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const filter = await filterOf(trx, deps, reader, caseKey, { address: { itemId, rowNo, rowNo2, rowNo3 } });
    const found = await findEntries(trx, filter);
    return { listInfo: await auditAnswers(trx, deps, reader, found, found.length) };
  });
}

/** The audit trail of all versions of the case, newest first. */
export function readCaseHistory(
  deps: CaseHistoryWorld,
  reader: Reader,
  caseKey: number,
  query: QueryOf<typeof readCaseAudit>,
): Promise<DataOf<typeof readCaseAudit>> {
  const paging = pagingOf(query);
  return inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const filter = await filterOf(trx, deps, reader, caseKey, {
      page: query.page,
      keyword: query.keyword ? keywordOf(deps, reader, query.keyword) : undefined,
    });
    const total = await countEntries(trx, filter);
    const found = await findEntries(trx, filter, paging.offset, paging.rowCount);
    return {
      listInfo: await auditAnswers(trx, deps, reader, found, total - paging.offset),
      pageInfo: pageInfo('MU-CS', paging, total),
    };
  });
}

/** Verifies the audit trail of the case, and that the case is what its audit trail says. */
export async function verifyCaseHistory(
  deps: VerificationWorld,
  { user, signal }: { user: SessionUser; signal: AbortSignal },
  caseKey: number,
): Promise<DataOf<typeof verifyCaseAudit>> {
  const { db, auditKeys: keys, anchors } = deps;
  const { sponsorKey } = user;
  const { root_case_key } = await inSponsor(db, sponsorKey, (trx) => findVisibleCase(trx, user, caseKey));
  const chain = caseChain(sponsorKey, root_case_key);
  // read before the chain, so that the chain is not older than its anchor
  const anchored = await findAnchored(anchors, keys, chain);
  return onWholeCase(deps, workOf({ user, signal }, caseKey), verification, chain, anchored);
}

/** Every routing of the case in the audit trail of all its versions, newest first. */
export function readWorkflowHistory(
  deps: CaseHistoryWorld,
  reader: Reader,
  caseKey: number,
): Promise<DataOf<typeof readWorkflowAudit>> {
  return inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const changes = await findEntries(trx, await filterOf(trx, deps, reader, caseKey, { action: 'status' }));
    const found = changes.filter(({ item_id }) => WORKFLOW_ENTRIES.includes(item_id));
    return { listInfo: await auditAnswers(trx, deps, reader, found, found.length) };
  });
}

/** Downloads and transmissions of all versions of the case, newest first. */
export function readDistributions(
  deps: CaseHistoryWorld,
  reader: Reader,
  caseKey: number,
): Promise<DataOf<typeof readDistributionHistory>> {
  return inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const { sponsorKey, scopeKey } = await filterOf(trx, deps, reader, caseKey, {});
    const found = await findDistributions(trx, sponsorKey, scopeKey);
    return {
      listInfo: found.map(({ at, user_id, report_id, receiver, version_no }) => ({
        time: at.toISOString(),
        userId: user_id,
        reportId: report_id,
        receiver,
        versionNo: version_no,
      })),
    };
  });
}

async function filterOf(
  trx: Trx,
  deps: CaseHistoryWorld,
  { user }: Reader,
  caseKey: number,
  narrowed: Omit<AuditFilter, keyof Chain>,
): Promise<AuditFilter> {
  const { sponsor_key, root_case_key } = await findVisibleCase(trx, user, caseKey);
  return { ...caseChain(sponsor_key, root_case_key), withheld: withheldItems(deps, user), ...narrowed };
}

/** A keyword may also be (part of) the label of an item, in the language of the reader. */
function keywordOf(deps: CaseHistoryWorld, { language, user }: Reader, keyword: string) {
  const { whole } = deps.catalogue;
  const text = fold(keyword);
  const named = (label: LocalizedText, id: string) =>
    fold(label[language]).includes(text) || id.toLowerCase() === text;
  return {
    text,
    // searching by value would reveal blinded values
    hiddenIds: Object.keys(whole.items).filter((itemId) => !maySee(deps, user, itemId)),
    sight: user,
    itemIds: [
      ...Object.values(whole.items).flatMap(({ itemId, label }) => (named(label, itemId) ? itemId : [])),
      ...Object.values(whole.groups).flatMap(({ group, rowLabel }) => (named(rowLabel, group) ? group : [])),
    ],
  };
}
