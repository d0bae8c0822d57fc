/** Loads the check of edits from outside of the form when it is first needed: it is no part of opening a page. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';

/** The edits that the form of the page cannot take (`unfitEdits`). Rejects if the check could not be loaded. */
export async function findUnfitEdits(
  catalogue: Pick<Catalogue, 'filesVersion'>,
  page: string,
  edits: ChangeSet,
): Promise<ChangeSet> {
  const { unfitEdits } = await import('./unfitEdits.ts');
  return unfitEdits(catalogue, page, edits);
}
