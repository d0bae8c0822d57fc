/** The sender's number of a report: the country in it, and its entry in the audit trail. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { withoutBlinded } from '../../shared/blinding/inheritBlinding.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { appendAudit } from '../audit/appendAudit.ts';
import { caseChain, caseEntry, type NewEntry } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';

/** What the audit trail calls it, and why it was made. */
const SUBJECT = 'NUMBER';
const REASON = 'Automatic case number';

/** The country of the primary source, else of the first one; null where neither says it. */
export function sourceCountry(whole: Catalogue, content: CaseContent): string | null {
  // everybody reads the number
  const reader = caseReader(whole, withoutBlinded(whole, content));
  const rows = reader.rows(whole.groupRoles['reporters'] ?? '', []);
  const valueOfRole = (role: string, row: (typeof rows)[number] | undefined) =>
    row ? (reader.item(whole.roles[role] ?? '', row)?.value ?? null) : null;
  return valueOfRole('reporterCountry', rows.find((row) => valueOfRole('primarySource', row)) ?? rows[0]);
}

interface GeneratedNumber {
  sponsorKey: number;
  caseKey: number;
  rootCaseKey: number;
  at: Date;
  user: SessionUser;
  requestId: string;
  number: string;
}

export const numberEntry = (number: string): NewEntry => caseEntry('add', number, SUBJECT);

/** Records the number in the chain of the case, which must exist. */
export async function auditReportNumber(
  trx: Trx,
  deps: AuditWorld & CatalogueWorld,
  { sponsorKey, caseKey, rootCaseKey, at, user, requestId, number }: GeneratedNumber,
): Promise<void> {
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
      catalogueVersion: deps.catalogue.whole.version,
    },
    [numberEntry(number)],
  );
}
