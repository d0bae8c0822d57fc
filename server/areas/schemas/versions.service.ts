/** What was published of the schema files. */
import type { DataOf, listSchemaVersions, readSchemaVersion } from '../../../shared/contract/index.ts';
import { changesOfVersion } from '../../catalogue/versions.store.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { SessionUser } from '../../http/session.ts';
import { schemaVersionNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findVersions, type VersionRecord } from './schemas.store.ts';

/** What this module needs of the server. */
type VersionsWorld = CataloguesWorld & DatabaseWorld;

type Version = DataOf<typeof listSchemaVersions>['listInfo'][number];

/** The published versions of the sponsor, newest first. */
export function listPublished(
  { db }: VersionsWorld,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof listSchemaVersions>> {
  return inSponsor(db, sponsorKey, async (trx) => ({
    listInfo: versionsOf(await findVersions(trx, sponsorKey)),
  }));
}

/** One version with what it changed of the product's files. */
export function readPublished(
  { db, catalogues }: VersionsWorld,
  { sponsorKey }: SessionUser,
  versionNo: number,
): Promise<DataOf<typeof readSchemaVersion>> {
  return inSponsor(db, sponsorKey, async (trx) => {
    const changes = await changesOfVersion(trx, sponsorKey, versionNo);
    if (!changes) throw schemaVersionNotFound(versionNo);
    const versions = versionsOf(await findVersions(trx, sponsorKey));
    const delivered = new Map(catalogues.product.sources.map(({ file, text }) => [file, text]));
    return {
      version: versions.find((one) => one.versionNo === versionNo) ?? null,
      changes: changes.map((change) => ({ ...change, product: delivered.get(change.file) ?? null })),
    };
  });
}

/** From all records of a sponsor, newest first; the newest one is active. */
export const versionsOf = (records: readonly VersionRecord[]): Version[] =>
  records.map((record, at) => ({
    versionNo: record.version_no,
    catalogueVersion: record.catalogue_version,
    at: record.at.toISOString(),
    userId: record.user_id,
    userName: record.user_name,
    reason: record.reason,
    rolledBackTo: record.rolled_back_to,
    active: at === 0,
    changed: changedFiles(records[at + 1]?.changes ?? {}, record.changes),
  }));

/** Files that the two versions have in different words. */
function changedFiles(
  before: Readonly<Record<string, string | null>>,
  after: Readonly<Record<string, string | null>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((file) => before[file] !== after[file]).toSorted();
}
