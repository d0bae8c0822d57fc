/** Whether another user changed the status of a case, or its workflow position, since it was read. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import { findEntries } from '../../audit/readAudit.ts';
import { statusChanged } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseRecord } from '../record/case.store.ts';
import { statusOf } from '../record/caseAccess.ts';

/** Throws 409 STATUS_CHANGED, with who changed it and the status as it is now. */
export async function requireFreshStatus(
  trx: Trx,
  found: CaseRecord,
  retrievedAt: string,
  language: keyof LocalizedText,
): Promise<void> {
  if (found.status_at <= new Date(retrievedAt)) return;
  const { sponsor_key, root_case_key, case_key, status_at, updated_by } = found;
  const chain = { ...caseChain(sponsor_key, root_case_key), caseKey: case_key };
  const [last] = await findEntries(trx, { ...chain, action: 'status' }, 0, 1);
  throw statusChanged({
    changedBy: last?.user_name ?? updated_by,
    changedAt: (last?.at ?? status_at).toISOString(),
    status: statusOf(found, language),
  });
}
