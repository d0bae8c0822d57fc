/** The sponsors of the installation, for jobs that go through the cases of all of them. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../storage/database.ts';

export const findSponsors = (db: Pick<Db, 'selectFrom'>) =>
  db.selectFrom('sponsor').select(['sponsor_key', 'schema_version']).orderBy('sponsor_key').execute();

/** One after the other, each with the catalogue it uses. */
export async function* everySponsor({
  db,
  catalogues,
}: Pick<Deps, 'db' | 'catalogues'>): AsyncGenerator<{ sponsorKey: number; catalogue: CatalogueSource }> {
  for (const { sponsor_key: sponsorKey, schema_version } of await findSponsors(db))
    yield { sponsorKey, catalogue: await catalogues.of(sponsorKey, schema_version) };
}
