/** Review, lock and deletion of a case, and the signatures under them. */
import {
  flagOf,
  flagsAfter,
  needsSignature,
  statusEvent,
  whyNot,
} from '../../../machines/case-status/caseStatus.machine.ts';
import type { BodyOf, DataOf, listSignatures, setCaseStatus } from '../../../shared/contract/index.ts';
import { checkPassword } from '../../accounts/checkPassword.ts';
import { appendAudit } from '../../audit/appendAudit.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import { chainHead, findEntries } from '../../audit/readAudit.ts';
import {
  changeTime,
  findVisibleCase,
  flagsOf,
  lockVisibleCase,
  mayEdit,
  statusOf,
  type CaseRecord,
} from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import {
  noModifiedData,
  signatureRequired,
  statusChanged,
  statusRefused,
  unknownMeaning,
  wrongSignaturePassword,
} from '../../problems.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import type { Caller } from './cases.service.ts';
import { setFlags } from './cases.store.ts';
import { findSignatures, insertSignature } from './signatures.store.ts';

/** Data: schemas/code-lists. */
const MEANINGS = 'signature-meaning';

type StatusChange = BodyOf<typeof setCaseStatus>;

/**
 * Sets or takes away one flag of a case. Refused: 422 NO_MODIFIED_DATA where it stands so already, 409 STATUS_CHANGED
 * where another status was given after `retrievedAt`, 409 STATUS_REFUSED where the chart has no such way, 422 and 429
 * where the signature that is needed is missing or not the user's.
 */
export async function changeCaseStatus(
  deps: Deps,
  caller: Caller,
  caseKey: number,
  asked: StatusChange,
): Promise<DataOf<typeof setCaseStatus>> {
  const { user, language, requestId } = caller;
  const { sponsorKey } = user;
  const meaning = needsSignature(asked.statusId, asked.status)
    ? await signed(deps, caller, caseKey, asked)
    : null;
  const { statusId, status, reason } = asked;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    await requireAllowed(trx, caller, found, asked);
    const at = changeTime(deps.clock.now(), found.retrieved_at);
    const chain = caseChain(sponsorKey, found.root_case_key);
    const head = meaning === null ? null : await chainHead(trx, chain);
    const signature =
      head && meaning !== null ? { meaning, signedSave: head.saveNo, signedHash: head.hash } : undefined;
    const before = status === 'Y' ? 'N' : 'Y';
    const saveNo = await appendAudit(
      trx,
      {
        ...{ ...chain, caseKey, at, user, page: '', reason, source: 'screen', requestId },
        catalogueVersion: deps.catalogue.whole.version,
      },
      [caseEntry('status', status, statusId, before, signature)],
    );
    if (signature) await insertSignature(trx, found, { ...signature, statusId, saveNo, user, at });
    const flags = flagsAfter(flagsOf(found), mayEdit(user), statusEvent(statusId, status));
    return statusOf(await setFlags(trx, { sponsorKey, caseKey }, flags, { at, by: user.userId }), language);
  });
}

/**
 * The meaning of a signature whose password is the user's own. Not in the transaction of the change: a wrong password
 * counts whatever becomes of it. Nobody is asked to sign what would be refused anyway.
 */
async function signed(deps: Deps, caller: Caller, caseKey: number, asked: StatusChange): Promise<string> {
  const { user, ip } = caller;
  const { signature } = asked;
  await inSponsor(deps.db, user.sponsorKey, async (trx) =>
    requireAllowed(trx, caller, await findVisibleCase(trx, user, caseKey), asked),
  );
  if (!signature) throw signatureRequired();
  const { meaning, password } = signature;
  const known = deps.catalogue.codeLists[MEANINGS]?.codes.some(({ code }) => code === meaning);
  if (!known) throw unknownMeaning(meaning);
  const proof = await checkPassword(deps, { userId: user.userId, password, ip });
  if (proof?.userKey !== user.userKey) throw wrongSignaturePassword();
  return meaning;
}

async function requireAllowed(
  trx: Trx,
  { user, language }: Caller,
  found: CaseRecord,
  { statusId, status, retrievedAt }: StatusChange,
): Promise<void> {
  const flags = flagsOf(found);
  const why = whyNot(flags, mayEdit(user), statusEvent(statusId, status));
  if (why === 'superseded') throw statusRefused(why, { statusId, status });
  if (flags[flagOf(statusId)] === (status === 'Y')) throw noModifiedData();
  if (found.status_at > new Date(retrievedAt)) {
    const changed = await lastStatusChange(trx, found);
    throw statusChanged({ ...changed, status: statusOf(found, language) });
  }
  if (why !== null) throw statusRefused(why, { statusId, status });
}

async function lastStatusChange(
  trx: Trx,
  { sponsor_key, root_case_key, case_key, status_at, updated_by }: CaseRecord,
) {
  const chain = { ...caseChain(sponsor_key, root_case_key), caseKey: case_key };
  const [last] = await findEntries(trx, { ...chain, action: 'status' }, 0, 1);
  return {
    changedBy: last?.user_name ?? updated_by,
    changedAt: (last?.at ?? status_at).toISOString(),
  };
}

/** The signatures under all versions of the case, newest first, each held against the audit trail. */
export function listCaseSignatures(
  { db }: Deps,
  { user }: Caller,
  caseKey: number,
): Promise<DataOf<typeof listSignatures>> {
  return inSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findSignatures(trx, await findVisibleCase(trx, user, caseKey));
    return {
      listInfo: found.map((one) => ({
        caseKey: one.case_key,
        versionNo: one.version_no,
        statusId: one.status_id as 'REVIEW' | 'LOCK',
        meaning: one.meaning,
        userId: one.user_id,
        userName: one.user_name,
        at: one.at.toISOString(),
        reason: one.reason,
        signedHash: one.signed_hash,
        intact: one.intact,
        changesSince: one.changes_since,
      })),
    };
  });
}
