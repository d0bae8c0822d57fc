/** Reading a case as a whole. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { Residue } from '../../../shared/e2b/index.ts';
import type { Trx } from '../../storage/database.ts';
import { findDocs } from './case.store.ts';
import { contentOf } from './pageDoc.ts';

/** The whole content of a case: all values, all rows including deleted ones. Empty for a case that does not exist. */
export const readCaseContent = async (trx: Trx, sponsorKey: number, caseKey: number): Promise<CaseContent> =>
  contentOf(await findDocs(trx, sponsorKey, caseKey));

/** What the imported message held that no item takes; the writer puts it back at its place. */
export async function readResidue(trx: Trx, sponsorKey: number, caseKey: number): Promise<Residue[]> {
  const found = await trx
    .selectFrom('case_residue')
    .select('residue')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .executeTakeFirst();
  return found?.residue ?? [];
}
