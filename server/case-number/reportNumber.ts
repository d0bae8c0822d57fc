/** The sender's number of a report: the country in it, and its entry in the audit trail. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { withoutBlinded } from '../../shared/blinding/inheritBlinding.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseEntry, type NewEntry } from '../audit/auditEntry.ts';

/** What the audit trail calls it. */
const SUBJECT = 'NUMBER';

/** The country of the primary source, else of the first one; null where neither says it. */
export function sourceCountry(whole: Catalogue, content: CaseContent): string | null {
  // everybody reads the number
  const reader = caseReader(whole, withoutBlinded(whole, content));
  const rows = reader.rows(whole.groupRoles['reporters'] ?? '', []);
  const valueOfRole = (role: string, row: (typeof rows)[number] | undefined) =>
    row ? (reader.item(whole.roles[role] ?? '', row)?.value ?? null) : null;
  return valueOfRole('reporterCountry', rows.find((row) => valueOfRole('primarySource', row)) ?? rows[0]);
}

/** The entry that tells of a generated number. */
export const numberEntry = (number: string): NewEntry => caseEntry('add', number, SUBJECT);
