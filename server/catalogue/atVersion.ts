/** The catalogue that something stored is marked with. */
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import type { CatalogueSource } from './catalogueSource.ts';
import type { Compiler } from './compiler.ts';
import * as store from './snapshots.store.ts';

export interface CatalogueVersions {
  /** What a case version or an audit entry is marked with, compiled again; null where its texts were not kept. */
  atVersion: (sponsorKey: number, catalogueVersion: string) => Promise<CatalogueSource | null>;
}

export const catalogueVersions = (
  { db }: DatabaseWorld,
  { compiled }: Pick<Compiler, 'compiled'>,
): CatalogueVersions => ({
  atVersion: (sponsorKey, catalogueVersion) =>
    inSponsor(db, sponsorKey, async (trx) => {
      const files = await store.findSnapshot(trx, sponsorKey, catalogueVersion);
      return files ? compiled(await store.readFiles(trx, sponsorKey, files)) : null;
    }),
});
