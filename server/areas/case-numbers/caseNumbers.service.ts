/** The sender's number of a report, made up once. */
import { generateCaseNumber, type BodyOf, type DataOf } from '../../../shared/contract/index.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { generatedNumber } from '../../case-number/caseNumber.store.ts';
import { giveReportNumber } from '../../case-number/giveNumbers.ts';
import { numberEntry, sourceCountry } from '../../case-number/reportNumber.ts';
import { changeTime, findDocs } from '../../cases/record/case.store.ts';
import { lockVisibleCase, requireEditable } from '../../cases/record/caseAccess.ts';
import { contentOf } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseNumberAlreadyGenerated } from '../../problems.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';

/** What this module needs of the server. */
type CaseNumbersWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

/** Why the number was made, in the audit trail. */
const REASON = 'Automatic case number';

/**
 * Reserves the number for the case and tells it; what the case says is not changed. Refused: 409 CASE_READ_ONLY, and 409
 * CASE_NUMBER_ALREADY_GENERATED where a version of the case got one before, whatever became of it.
 */
export function generateNumber(
  deps: CaseNumbersWorld,
  { user, requestId }: { user: SessionUser; requestId: string },
  { caseKey, creationKey }: { caseKey: number } & BodyOf<typeof generateCaseNumber>,
): Promise<DataOf<typeof generateCaseNumber>> {
  const { sponsorKey } = user;
  const { whole } = deps.catalogue;
  const attempt = { ...user, creationKey, call: generateCaseNumber, content: { caseKey } };
  return onceForKey(deps, attempt, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    requireEditable(found, user);
    const rootCaseKey = found.root_case_key;
    const before = await generatedNumber(trx, sponsorKey, rootCaseKey);
    if (before !== undefined) throw caseNumberAlreadyGenerated(before);
    const at = changeTime(deps.clock.now(), found.retrieved_at);
    const pages = whole.items[whole.roles['reporterCountry'] ?? '']?.page ?? '';
    const content = contentOf(await findDocs(trx, sponsorKey, caseKey, [pages]));
    const number = await giveReportNumber(trx, {
      sponsorKey,
      caseKey,
      rootCaseKey,
      at,
      senderKey: found.sender_key,
      caseNo: found.case_no,
      country: sourceCountry(whole, content),
    });
    const chain = caseChain(sponsorKey, rootCaseKey);
    const change = { ...chain, caseKey, at, reason: REASON, source: 'system' } as const;
    await appendChange(trx, deps, { user, requestId }, change, [numberEntry(number)]);
    return { number };
  });
}
