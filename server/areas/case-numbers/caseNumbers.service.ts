/** The sender's number of a report, made up once. */
import type { DataOf, generateCaseNumber } from '../../../shared/contract/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { generatedNumber } from '../../case-number/caseNumber.store.ts';
import { giveReportNumber } from '../../case-number/giveNumbers.ts';
import { auditReportNumber, sourceCountry } from '../../case-number/reportNumber.ts';
import { changeTime, findDocs } from '../../cases/record/case.store.ts';
import { lockVisibleCase, requireEditable } from '../../cases/record/caseAccess.ts';
import { contentOf } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseNumberAlreadyGenerated } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type CaseNumbersWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

/**
 * Reserves the number for the case and tells it; what the case says is not changed. Refused: 409 CASE_READ_ONLY, and 409
 * CASE_NUMBER_ALREADY_GENERATED where a version of the case got one before, whatever became of it.
 */
export function generateNumber(
  deps: CaseNumbersWorld,
  { user, requestId }: { user: SessionUser; requestId: string },
  caseKey: number,
): Promise<DataOf<typeof generateCaseNumber>> {
  const { sponsorKey } = user;
  const { whole } = deps.catalogue;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    requireEditable(found, user);
    const rootCaseKey = found.root_case_key;
    const before = await generatedNumber(trx, sponsorKey, rootCaseKey);
    if (before !== undefined) throw caseNumberAlreadyGenerated(before);
    const at = changeTime(deps.clock.now(), found.retrieved_at);
    const pages = whole.items[whole.roles['reporterCountry'] ?? '']?.page ?? '';
    const content = contentOf(await findDocs(trx, sponsorKey, caseKey, [pages]));
    const numbered = { sponsorKey, caseKey, rootCaseKey, at };
    const number = await giveReportNumber(trx, {
      ...numbered,
      senderKey: found.sender_key,
      caseNo: found.case_no,
      country: sourceCountry(whole, content),
    });
    await auditReportNumber(trx, deps, { ...numbered, user, requestId, number });
    return { number };
  });
}
