/** Drafts of texts that are no longer in use: published as they are, they would undo what was published since. */
import type { InUse } from '../../catalogue/catalogues.ts';
import { hashesOf } from '../../catalogue/sourceHash.ts';
import type { Trx } from '../../storage/database.ts';
import { findDraftBases } from './schemas.store.ts';

/** Hash of the text that each outdated draft changes, by file; null: there was no such file. */
export async function outdatedDrafts(
  trx: Trx,
  sponsorKey: number,
  { sources, problems }: InUse,
): Promise<ReadonlyMap<string, string | null>> {
  // where the texts cannot be used, drafts mend them, and what was in use last is not what they change
  if (problems.length > 0) return new Map();
  const inUse = hashesOf(sources);
  const bases = [...(await findDraftBases(trx, sponsorKey))];
  return new Map(bases.filter(([file, hash]) => hash !== (inUse.get(file) ?? null)));
}
