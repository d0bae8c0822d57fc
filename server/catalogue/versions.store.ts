/** Queries on published schema versions. They take the transaction they are part of, and decide nothing. */
import type { SchemaChange } from '../../schemas/compile/sourceChanges.ts';
import type { Trx } from '../storage/database.ts';
import { readTexts } from './snapshots.store.ts';

/** The newest schema version of a sponsor, 0 where nothing was published. */
export async function activeVersionNo(trx: Trx, sponsorKey: number): Promise<number> {
  const { schema_version } = await trx
    .selectFrom('sponsor')
    .select('schema_version')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return schema_version;
}

/** Those that use the product's files as they are. */
export async function sponsorsOfProduct(trx: Trx): Promise<number[]> {
  const found = await trx
    .selectFrom('sponsor')
    .select('sponsor_key')
    .where('schema_version', '=', 0)
    .orderBy('sponsor_key')
    .execute();
  return found.map(({ sponsor_key }) => sponsor_key);
}

/** What a version changed of the product's files; version 0 nothing; undefined for one that is not there. */
export async function changesOfVersion(
  trx: Trx,
  sponsorKey: number,
  versionNo: number,
): Promise<SchemaChange[] | undefined> {
  if (versionNo === 0) return [];
  const found = await trx
    .selectFrom('schema_version')
    .select('changes')
    .where('sponsor_key', '=', sponsorKey)
    .where('version_no', '=', versionNo)
    .executeTakeFirst();
  if (!found) return undefined;
  const hashes = Object.values(found.changes).filter((hash) => hash !== null);
  const texts = await readTexts(trx, sponsorKey, hashes);
  return Object.entries(found.changes).map(([file, hash]) => ({
    file,
    text: hash === null ? null : (texts.get(hash) ?? null),
  }));
}
