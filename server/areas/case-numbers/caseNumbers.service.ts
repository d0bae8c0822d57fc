/** The sender's number of a report, made up once. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { DataOf, generateCaseNumber } from '../../../shared/contract/index.ts';
import { withoutBlinded } from '../../../shared/blinding/inheritBlinding.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { appendAudit } from '../../audit/appendAudit.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import { generatedNumber } from '../../case-number/caseNumber.store.ts';
import { giveReportNumber } from '../../case-number/giveNumbers.ts';
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

/** What the audit trail calls it, and why it was made. */
const SUBJECT = 'NUMBER';
const REASON = 'Automatic case number';

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
    const number = await giveReportNumber(trx, {
      sponsorKey,
      caseKey,
      rootCaseKey,
      at,
      senderKey: found.sender_key,
      caseNo: found.case_no,
      country: sourceCountry(whole, content),
    });
    await appendAudit(
      trx,
      deps,
      {
        ...caseChain(sponsorKey, rootCaseKey),
        caseKey,
        at,
        user,
        page: '',
        reason: REASON,
        source: 'system',
        requestId,
        catalogueVersion: whole.version,
      },
      [caseEntry('add', number, SUBJECT)],
    );
    return { number };
  });
}

/** The country of the primary source, else of the first one; null where neither says it. */
function sourceCountry(whole: Catalogue, content: CaseContent): string | null {
  // everybody reads the number
  const reader = caseReader(whole, withoutBlinded(whole, content));
  const rows = reader.rows(whole.groupRoles['reporters'] ?? '', []);
  const valueOfRole = (role: string, row: (typeof rows)[number] | undefined) =>
    row ? (reader.item(whole.roles[role] ?? '', row)?.value ?? null) : null;
  return valueOfRole('reporterCountry', rows.find((row) => valueOfRole('primarySource', row)) ?? rows[0]);
}
