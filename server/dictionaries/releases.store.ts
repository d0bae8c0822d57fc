/** Queries on releases of dictionaries. They take the database, or the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db, Trx } from '../storage/database.ts';
import type { DictionaryReleaseTable, ReleaseFile } from '../storage/dictionaryTables.ts';
import { gramsIn } from './grams.ts';
import { tierOf } from './tiers.ts';
import type { TermWords } from './words.ts';

export type Release = Selectable<DictionaryReleaseTable>;

export interface NewRelease {
  dictionary: string;
  version: string;
  /** its terms are invented */
  sample: boolean;
  files: readonly ReleaseFile[];
  /** who loads it */
  loaded_by: string;
  at: Date;
}

/** Its number. Throws where the dictionary has a release of this version already. */
export async function addRelease(trx: Trx, { at, files, ...release }: NewRelease): Promise<number> {
  const { release_no } = await trx
    .insertInto('dictionary_release')
    .values({ ...release, files: JSON.stringify(files), created_at: at })
    .returning('release_no')
    .executeTakeFirstOrThrow();
  await sql`select dictionary_tables_make(${release_no}::int)`.execute(trx);
  return release_no;
}

/** All of a dictionary, in whatever state, the newest first. */
export const findReleases = (db: Db | Trx, dictionary: string): Promise<Release[]> =>
  db
    .selectFrom('dictionary_release')
    .selectAll()
    .where('dictionary', '=', dictionary)
    .orderBy('activated_at', (order) => order.desc().nullsFirst())
    .orderBy('release_no', 'desc')
    .execute();

/** Those that were loaded to their end, in the same order. */
export const findLoaded = async (db: Db | Trx, dictionary: string): Promise<Release[]> =>
  (await findReleases(db, dictionary)).filter(({ state }) => state !== 'loading');

/** All of all dictionaries, by dictionary, the newest first. */
export const allReleases = (db: Db): Promise<Release[]> =>
  db
    .selectFrom('dictionary_release')
    .selectAll()
    .orderBy('dictionary')
    .orderBy('release_no', 'desc')
    .execute();

/** The release of a version, or for null the active one, if it can be searched. */
export function findUsable(
  db: Db | Trx,
  dictionary: string,
  version: string | null,
): Promise<Release | undefined> {
  const releases = db.selectFrom('dictionary_release').selectAll().where('dictionary', '=', dictionary);
  return (
    version === null
      ? releases.where('state', '=', 'active')
      : releases.where('version', '=', version).where('state', 'in', ['active', 'retired'])
  ).executeTakeFirst();
}

/** Those of these dictionaries that can be searched. */
export const findReleasesOf = (db: Db | Trx, dictionaries: readonly string[]): Promise<Release[]> =>
  db
    .selectFrom('dictionary_release')
    .selectAll()
    .where(sql<boolean>`dictionary = any(${[...dictionaries]}::text[])`)
    .where('state', 'in', ['active', 'retired'])
    .execute();

/** Serialises the activation of releases of one dictionary. */
export const lockDictionary = async (trx: Trx, dictionary: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('dictionary'), hashtext(${dictionary}))`.execute(trx);
};

/** Locked while the samples of all dictionaries are loaded. */
export const lockSamples = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('dictionary samples'))`.execute(trx);
};

export const findRelease = (db: Db, releaseNo: number): Promise<Release | undefined> =>
  db.selectFrom('dictionary_release').selectAll().where('release_no', '=', releaseNo).executeTakeFirst();

export const lockRelease = (trx: Trx, releaseNo: number): Promise<Release | undefined> =>
  trx
    .selectFrom('dictionary_release')
    .selectAll()
    .where('release_no', '=', releaseNo)
    .forUpdate()
    .executeTakeFirst();

/** Whether the release is there, which it is until the transaction ends: who throws it away waits. */
export async function keepRelease(trx: Trx, releaseNo: number): Promise<boolean> {
  const found = await trx
    .selectFrom('dictionary_release')
    .select('release_no')
    .where('release_no', '=', releaseNo)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

export async function retireActive(trx: Trx, dictionary: string): Promise<void> {
  await trx
    .updateTable('dictionary_release')
    .set({ state: 'retired' })
    .where('dictionary', '=', dictionary)
    .where('state', '=', 'active')
    .execute();
}

export async function setRelease(
  trx: Trx,
  releaseNo: number,
  change: Partial<Pick<Release, 'state' | 'activated_at' | 'activated_by' | 'entries'>> & {
    options?: Release['options'];
  },
): Promise<void> {
  const { options, ...rest } = change;
  await trx
    .updateTable('dictionary_release')
    .set({ ...rest, ...(options && { options: JSON.stringify(options) }) })
    .where('release_no', '=', releaseNo)
    .execute();
}

/** With its entries; of a staged one, searches wait for this moment. */
export async function deleteRelease(trx: Trx, releaseNo: number): Promise<void> {
  await sql`select dictionary_tables_drop(${releaseNo}::int)`.execute(trx);
  await trx.deleteFrom('dictionary_release').where('release_no', '=', releaseNo).execute();
}

/** An entry as it is stored. */
export interface EntryRow {
  code: string;
  term: TermWords;
  parents: { code: string; term: TermWords }[];
  columns: Record<string, string>;
  current: boolean;
  /** characters of the term */
  size: number;
  facts: Record<string, string>;
  search: string;
}

/** A table of a release that may not be attached yet. */
const tableOf = (kind: 'entry' | 'search', releaseNo: number): RawBuilder<unknown> =>
  sql.table(`dictionary_${kind}_${releaseNo}`);

/** Adds entries behind the `after` that are there. */
export async function putEntries(
  trx: Trx,
  releaseNo: number,
  after: number,
  rows: readonly EntryRow[],
): Promise<void> {
  // where the machine fails, the load is resumed a few batches before
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx);
  const written = rows.map(({ code, term, parents, columns, current, size, facts, search }, at) => {
    const tier = tierOf({ current, size });
    const grams = `{${gramsIn(tier, search).join()}}`;
    return { no: after + at + 1, code, term, parents, columns, current, size, tier, facts, search, grams };
  });
  await sql`
    with written as materialized (
      select * from json_to_recordset(${JSON.stringify(written)}::json) as written (
        no int, code text, term jsonb, parents jsonb, columns jsonb,
        current boolean, size smallint, tier smallint, facts jsonb, search text, grams int[])
    ),
    shown as (
      insert into ${tableOf('entry', releaseNo)} (release_no, entry_no, code, term, parents, columns)
      select ${releaseNo}::int, no, code, term, parents, columns from written
    )
    insert into ${tableOf('search', releaseNo)} (release_no, entry_no, current, size, tier, facts, search, grams)
    select ${releaseNo}::int, no, current, size, tier, facts, search, grams from written`.execute(trx);
}

/** Once all entries are there: so that searches find them by the index. */
export const indexEntries = async (trx: Trx, releaseNo: number): Promise<void> => {
  await sql`select dictionary_tables_index(${releaseNo}::int), dictionary_texts_index(${releaseNo}::int)`.execute(
    trx,
  );
};

/** So that searches of this release see its entries. */
export const attachEntries = async (trx: Trx, releaseNo: number): Promise<void> => {
  await sql`select dictionary_tables_attach(${releaseNo}::int)`.execute(trx);
};

/** Distinct values of a column that fields filter by, sorted. */
export async function distinctFacts(trx: Trx, releaseNo: number, column: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct facts ->> ${column}::text as value from ${tableOf('search', releaseNo)}
    where facts ? ${column}::text`.execute(trx);
  return rows.map(({ value }) => value).toSorted();
}
