/** Questions of the library, their versions, and case series frozen from them. Queries decide nothing. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import type { Trx } from '../storage/database.ts';
import type { Database } from '../storage/tables.ts';

export type StoredLibrary = Selectable<Database['search_library']> & { owner_name: string };

/** Of the reader, or shared; deleted ones are left out. */
export const findLibrary = (
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  libraryKey: number,
): Promise<StoredLibrary | undefined> =>
  trx
    .selectFrom('search_library as l')
    .innerJoin('app_user as u', 'u.user_key', 'l.user_key')
    .selectAll('l')
    .select('u.name as owner_name')
    .where('l.sponsor_key', '=', sponsorKey)
    .where('l.library_key', '=', libraryKey)
    .where('l.del_flag', '=', 'N')
    .where((is) => is.or([is('l.user_key', '=', userKey), is('l.shared', '=', true)]))
    .executeTakeFirst();

export const lockLibrary = (trx: Trx, sponsorKey: number, libraryKey: number) =>
  trx
    .selectFrom('search_library')
    .select('library_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('library_key', '=', libraryKey)
    .forUpdate()
    .executeTakeFirst();

export const findOwnNamed = (
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  name: string,
) =>
  trx
    .selectFrom('search_library')
    .select('library_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .where('name', '=', name)
    .where('del_flag', '=', 'N')
    .executeTakeFirst();

export interface WrittenLibrary {
  sponsorKey: number;
  name: string;
  description: string;
  shared: boolean;
  delFlag: 'Y' | 'N';
  versionNo: number;
  query: DataQuery;
  at: Date;
  /** printed name */
  by: string;
  reason: string;
}

const columnsOf = (written: WrittenLibrary) => ({
  name: written.name,
  description: written.description,
  shared: written.shared,
  del_flag: written.delFlag,
  version_no: written.versionNo,
  query: JSON.stringify(written.query),
  changed_at: written.at,
  changed_by: written.by,
});

export async function insertLibrary(trx: Trx, userKey: number, written: WrittenLibrary): Promise<number> {
  const { sponsorKey: sponsor_key, at } = written;
  const { library_key } = await trx
    .insertInto('search_library')
    .values({ sponsor_key, user_key: userKey, created_at: at, ...columnsOf(written) })
    .returning('library_key')
    .executeTakeFirstOrThrow();
  await insertVersion(trx, library_key, written);
  return library_key;
}

export async function updateLibrary(trx: Trx, libraryKey: number, written: WrittenLibrary): Promise<void> {
  await trx
    .updateTable('search_library')
    .set(columnsOf(written))
    .where('sponsor_key', '=', written.sponsorKey)
    .where('library_key', '=', libraryKey)
    .execute();
  await insertVersion(trx, libraryKey, written);
}

const insertVersion = (trx: Trx, libraryKey: number, written: WrittenLibrary) =>
  trx
    .insertInto('search_library_version')
    .values({
      sponsor_key: written.sponsorKey,
      library_key: libraryKey,
      version_no: written.versionNo,
      query: JSON.stringify(written.query),
      at: written.at,
      user_name: written.by,
      reason: written.reason,
    })
    .execute();

/** The newest first. */
export const findVersions = (trx: Trx, sponsorKey: number, libraryKey: number) =>
  trx
    .selectFrom('search_library_version')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('library_key', '=', libraryKey)
    .orderBy('version_no', 'desc')
    .execute();

export interface NewSeries {
  sponsorKey: number;
  libraryKey: number;
  versionNo: number;
  at: Date;
  userKey: number;
  userName: string;
}

/** Keeps the cases of a question, and returns the key of the series. */
export async function insertSeries(
  trx: Trx,
  { sponsorKey, libraryKey, versionNo, at, userKey, userName }: NewSeries,
  cases: RawBuilder<unknown>,
): Promise<number> {
  // one statement: another one could find other cases than are counted
  const { rows } = await sql<{ series_key: number }>`
    with found as materialized (select c.root_case_key, c.case_key from ${cases}),
    series as (
      insert into case_series (sponsor_key, library_key, version_no, at, user_key, user_name, case_count)
      select ${sponsorKey}::int, ${libraryKey}::bigint, ${versionNo}::int, ${at}::timestamptz, ${userKey}::bigint,
        ${userName}, (select count(*) from found)
      returning series_key
    ),
    members as (
      insert into case_series_case (sponsor_key, series_key, root_case_key, case_key)
      select ${sponsorKey}::int, series.series_key, found.root_case_key, found.case_key from series, found
    )
    select series_key from series`.execute(trx);
  const [series] = rows;
  if (!series) throw new Error('a series was not stored');
  return series.series_key;
}

const seriesOf = (trx: Trx, sponsorKey: number, libraryKey: number) =>
  trx
    .selectFrom('case_series')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('library_key', '=', libraryKey);

export const findSeries = (trx: Trx, sponsorKey: number, libraryKey: number) =>
  seriesOf(trx, sponsorKey, libraryKey).orderBy('series_key', 'desc').limit(100).execute();

export const findOneSeries = (trx: Trx, sponsorKey: number, libraryKey: number, seriesKey: number) =>
  seriesOf(trx, sponsorKey, libraryKey).where('series_key', '=', seriesKey).executeTakeFirst();

export interface ComparedCase {
  difference: 'same' | 'added' | 'gone' | 'changed';
  caseKey: number;
  caseNo: string;
  versionNo: number;
}

/** The cases of a series beside those of its question, as far as `visible` (of the newest versions `c`) allows. */
export async function compareSeries(
  trx: Trx,
  { sponsorKey, seriesKey }: { sponsorKey: number; seriesKey: number },
  cases: RawBuilder<unknown>,
  visible: RawBuilder<boolean>,
): Promise<ComparedCase[]> {
  const { rows } = await sql<ComparedCase>`
    with now as (select c.root_case_key, c.case_key, c.case_no, c.version_no from ${cases}),
    was as (
      select s.root_case_key, s.case_key, c.case_key as newest_key, c.case_no, c.version_no
      from case_series_case s
      join pv_case c on c.sponsor_key = s.sponsor_key and c.root_case_key = s.root_case_key and c.latest
      where s.sponsor_key = ${sponsorKey} and s.series_key = ${seriesKey} and ${visible}
    )
    select case when was.case_key is null then 'added' when now.case_key is null then 'gone'
        when now.case_key <> was.case_key then 'changed' else 'same' end as difference,
      coalesce(now.case_key, was.newest_key) as "caseKey", coalesce(now.case_no, was.case_no) as "caseNo",
      coalesce(now.version_no, was.version_no) as "versionNo"
    from now full join was on was.root_case_key = now.root_case_key
    order by 3`.execute(trx);
  return rows;
}
