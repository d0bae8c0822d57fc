/** The content of a case that a user may see, with their unsaved edits. */
import { filterItems, type CaseContent } from '../../../shared/case/caseContent.ts';
import { withEdits } from '../../../shared/case/withEdits.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { findVisibleCase, maySee } from './caseAccess.ts';
import { readCaseContent } from './readCase.store.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';

/** Throws 404 CASE_NOT_FOUND. */
export async function seenContent(
  trx: Trx,
  world: CatalogueWorld,
  user: SessionUser,
  { caseKey, edits }: { caseKey: number; edits: CaseContent },
): Promise<CaseContent> {
  await findVisibleCase(trx, user, caseKey);
  const content = withEdits(await readCaseContent(trx, user.sponsorKey, caseKey), edits);
  return filterItems(content, (itemId) => maySee(world, user, itemId));
}
