/** Queries on releases of dictionaries. They take the database, or the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../storage/database.ts';
import type { DictionaryReleaseTable, ReleaseFile } from '../storage/dictionaryTables.ts';
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

/** All of all dictionaries, by dictionary, the newest first. */
export const allReleases = (db: Db): Promise<Release[]> =>
  db
    .selectFrom('dictionary_release')
    .selectAll()
    .orderBy('dictionary')
    .orderBy('release_no', 'desc')
    .execute();

/** The release of a version, or for null the active one, if it can be asked for. */
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

/** The releases of one dictionary are brought into use one after the other. */
export const lockDictionary = async (trx: Trx, dictionary: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('dictionary'), hashtext(${dictionary}))`.execute(trx);
};

/** Held while the samples of all dictionaries are brought in. */
export const lockSamples = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('dictionary samples'))`.execute(trx);
};

export const lockRelease = (trx: Trx, releaseNo: number): Promise<Release | undefined> =>
  trx
    .selectFrom('dictionary_release')
    .selectAll()
    .where('release_no', '=', releaseNo)
    .forUpdate()
    .executeTakeFirst();

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

/** With its entries. */
export async function deleteRelease(trx: Trx, releaseNo: number): Promise<void> {
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

/** Adds entries behind the `after` that are there. */
export async function putEntries(
  trx: Trx,
  releaseNo: number,
  after: number,
  rows: readonly EntryRow[],
): Promise<void> {
  // the index takes much at once in less time than little by little
  await sql`select set_config('work_mem', '64MB', true), set_config('gin_pending_list_limit', '32MB', true)`.execute(
    trx,
  );
  await sql`
    insert into dictionary_entry (release_no, entry_no, code, term, parents, columns)
    select ${releaseNo}::int, ${after}::int + no, code, term::jsonb, parents::jsonb, columns::jsonb
    from unnest(
      ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ term }) => JSON.stringify(term))}::text[],
      ${rows.map(({ parents }) => JSON.stringify(parents))}::text[],
      ${rows.map(({ columns }) => JSON.stringify(columns))}::text[]
    ) with ordinality as t (code, term, parents, columns, no)`.execute(trx);
  await sql`
    insert into dictionary_search (release_no, entry_no, current, size, tier, facts, search)
    select ${releaseNo}::int, ${after}::int + no, current, size, tier, facts::jsonb, search
    from unnest(
      ${rows.map(({ current }) => current)}::boolean[],
      ${rows.map(({ size }) => size)}::smallint[],
      ${rows.map(tierOf)}::smallint[],
      ${rows.map(({ facts }) => JSON.stringify(facts))}::text[],
      ${rows.map(({ search }) => search)}::text[]
    ) with ordinality as t (current, size, tier, facts, search, no)`.execute(trx);
}

/** So that searches find what was put in lately by the index alone. */
export const settleIndex = async (trx: Trx): Promise<void> => {
  await sql`select dictionary_index_settle()`.execute(trx);
};

/** Different values of a column that fields ask for, sorted. */
export async function distinctFacts(trx: Trx, releaseNo: number, column: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct facts ->> ${column}::text as value from dictionary_search
    where release_no = ${releaseNo} and facts ? ${column}::text`.execute(trx);
  return rows.map(({ value }) => value).toSorted();
}
