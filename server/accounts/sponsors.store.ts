/** The sponsors of the installation: all of them, for jobs that go through their cases, and the lock of one. */
import { sql } from 'kysely';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { eachApart } from '../storage/eachApart.ts';
import { inSponsor, type DatabaseWorld, type Db, type Trx } from '../storage/database.ts';

export const findSponsors = (db: Pick<Db, 'selectFrom'>) =>
  db.selectFrom('sponsor').select(['sponsor_key', 'schema_version']).orderBy('sponsor_key').execute();

/** Keys of the sponsors with the name, or with this key. */
export async function findSponsorsNamed(db: Db, nameOrKey: string): Promise<number[]> {
  const found = await db
    .selectFrom('sponsor')
    .select('sponsor_key')
    .where((sponsor) =>
      sponsor.or([sponsor('name', '=', nameOrKey), sponsor(sql<string>`sponsor_key::text`, '=', nameOrKey)]),
    )
    .orderBy('sponsor_key')
    .execute();
  return found.map(({ sponsor_key }) => sponsor_key);
}

type Sponsor = Awaited<ReturnType<typeof findSponsors>>[number];

const nameOf = ({ sponsor_key }: Sponsor): string => `sponsor ${sponsor_key}`;

/** One after the other, each apart from the others: throws what `eachApart` throws. */
export async function eachSponsor(
  db: Db,
  work: (sponsorKey: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  await eachApart(await findSponsors(db), { nameOf, signal }, ({ sponsor_key }) => work(sponsor_key));
}

/** The same with one transaction for each. */
export const inEverySponsor = (
  db: Db,
  work: (trx: Trx, sponsorKey: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> =>
  eachSponsor(db, (sponsorKey) => inSponsor(db, sponsorKey, (trx) => work(trx, sponsorKey)), signal);

export interface SponsorsWorld extends DatabaseWorld {
  catalogues: { of: (sponsorKey: number, version: number) => Promise<CatalogueSource> };
}

/** The same with the catalogue that each uses. */
export async function eachSponsorsCatalogue(
  { db, catalogues }: SponsorsWorld,
  work: (sponsor: { sponsorKey: number; catalogue: CatalogueSource }) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  await eachApart(
    await findSponsors(db),
    { nameOf, signal },
    async ({ sponsor_key: sponsorKey, schema_version }) =>
      work({ sponsorKey, catalogue: await catalogues.of(sponsorKey, schema_version) }),
  );
}

/** The catalogue that a sponsor uses. */
export async function catalogueOfSponsor(
  { db, catalogues }: SponsorsWorld,
  sponsorKey: number,
): Promise<CatalogueSource> {
  const { schema_version } = await db
    .selectFrom('sponsor')
    .select('schema_version')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return catalogues.of(sponsorKey, schema_version);
}

/** Changes of the settings, users, roles and privileges of the sponsor wait until the transaction ends; its cases do not. */
export async function lockSponsor(trx: Trx, sponsorKey: number): Promise<void> {
  await trx
    .selectFrom('sponsor')
    .select('sponsor_key')
    .where('sponsor_key', '=', sponsorKey)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** The name of the sponsor, as its users see it. */
export async function findSponsorName(trx: Trx, sponsorKey: number): Promise<string> {
  const { name } = await trx
    .selectFrom('sponsor')
    .select('name')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return name;
}
