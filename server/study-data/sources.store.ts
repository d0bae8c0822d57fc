/** Queries on sources, their studies and their readings. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { CLOCKS_APART_S } from '../ports/clock.ts';
import type { StudyReadingTable, StudySourceTable } from '../storage/studyDataTables.ts';
import type { Trx } from '../storage/database.ts';
import type { OfferedStudy } from './sources/source.ts';
import type { SourceStudy } from './studyData.store.ts';

export type StoredSource = Selectable<StudySourceTable>;
/** Without what was brought, which may be large. */
export type StoredReading = Omit<Selectable<StudyReadingTable>, 'content'>;

const READING = [
  ...(['sponsor_key', 'reading_key', 'source_key', 'cause', 'state', 'job_key', 'started_by'] as const),
  ...(['created_at', 'ended_at', 'file_name', 'studies', 'rows_new', 'rows_changed'] as const),
  ...(['rows_removed', 'fault', 'detail', 'line'] as const),
] as const;

/** Names a source. */
export interface SourceRef {
  sponsorKey: number;
  sourceKey: number;
}

const select = (trx: Trx, { sponsorKey, sourceKey }: SourceRef) =>
  trx
    .selectFrom('study_source')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey);

export const findSource = (trx: Trx, ref: SourceRef): Promise<StoredSource | undefined> =>
  select(trx, ref).executeTakeFirst();

/** The same, locked: readings of one source store one after the other. */
export const lockSource = (trx: Trx, ref: SourceRef): Promise<StoredSource | undefined> =>
  select(trx, ref).forNoKeyUpdate().executeTakeFirst();

export const findSources = (trx: Trx, sponsorKey: number): Promise<StoredSource[]> =>
  trx.selectFrom('study_source').selectAll().where('sponsor_key', '=', sponsorKey).orderBy('name').execute();

export async function insertSource(trx: Trx, source: Insertable<StudySourceTable>): Promise<number> {
  const { source_key } = await trx
    .insertInto('study_source')
    .values(source)
    .returning('source_key')
    .executeTakeFirstOrThrow();
  return source_key;
}

export const updateSource = (
  trx: Trx,
  { sponsorKey, sourceKey }: SourceRef,
  change: Updateable<StudySourceTable>,
) =>
  trx
    .updateTable('study_source')
    .set(change)
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .execute();

/** Sources whose next reading by schedule is due. */
export async function findDueSources(trx: Trx, sponsorKey: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ source_key: number }>`
    select s.source_key from study_source s
    where s.sponsor_key = ${sponsorKey} and not s.disabled and s.every_hours is not null
      and exists (select from study_link l where l.sponsor_key = s.sponsor_key and l.source_key = s.source_key)
      and not exists (
        select from study_reading r where r.sponsor_key = s.sponsor_key and r.source_key = s.source_key
          and r.created_at > ${now}::timestamptz - make_interval(hours => s.every_hours)
          and r.created_at <= ${now}::timestamptz + make_interval(secs => ${CLOCKS_APART_S}))`.execute(trx);
  return rows.map(({ source_key }) => source_key);
}

/** The source that a token belongs to, whatever its sponsor. */
export async function findSourceOfToken(
  trx: Pick<Trx, 'getExecutor'>,
  hash: Buffer,
): Promise<SourceRef | null> {
  const { rows } = await sql<{ sponsor_key: number; source_key: number }>`
    select sponsor_key, source_key from source_of_token(${hash})`.execute(trx as Trx);
  const [found] = rows;
  return found ? { sponsorKey: found.sponsor_key, sourceKey: found.source_key } : null;
}

/** Adds the studies that a source has; what was read of them stays. */
export async function putOfferedStudies(
  trx: Trx,
  { sponsorKey, sourceKey }: SourceRef,
  studies: readonly OfferedStudy[],
): Promise<void> {
  if (studies.length === 0) return;
  await trx
    .insertInto('source_study')
    .values(
      studies.map(({ studyOid, protocol }) => ({
        sponsor_key: sponsorKey,
        source_key: sourceKey,
        study_oid: studyOid,
        protocol,
      })),
    )
    .onConflict((same) =>
      same
        .columns(['sponsor_key', 'source_key', 'study_oid'])
        .doUpdateSet((excluded) => ({ protocol: excluded.ref('excluded.protocol') })),
    )
    .execute();
}

/** Notes what a reading brought of a study. */
export const noteRead = (
  trx: Trx,
  { sponsorKey, sourceKey, studyOid }: SourceStudy,
  { at, asOf }: { at: Date; asOf: Date | null },
) =>
  sql`
  update source_study s set read_at = ${at}, as_of = ${asOf},
    subjects = (select count(*)::int from study_subject u where u.sponsor_key = s.sponsor_key
      and u.source_key = s.source_key and u.study_oid = s.study_oid and u.removed_at is null)
  where s.sponsor_key = ${sponsorKey} and s.source_key = ${sourceKey} and s.study_oid = ${studyOid}`.execute(
    trx,
  );

/** When a study was read last, and the state that its source showed then; null: never, or none. */
export async function findLastReading(
  trx: Trx,
  { sponsorKey, sourceKey, studyOid }: SourceStudy,
): Promise<{ readAt: Date | null; asOf: Date | null }> {
  const found = await trx
    .selectFrom('source_study')
    .select(['read_at', 'as_of'])
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('study_oid', '=', studyOid)
    .executeTakeFirst();
  return { readAt: found?.read_at ?? null, asOf: found?.as_of ?? null };
}

/** OIDs of the studies of a source that studies of case info are linked to. */
export async function findLinkedOids(trx: Trx, { sponsorKey, sourceKey }: SourceRef): Promise<string[]> {
  const found = await trx
    .selectFrom('study_link')
    .select('study_oid')
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .orderBy('study_oid')
    .execute();
  return found.map(({ study_oid }) => study_oid);
}

export interface ReadingRef {
  sponsorKey: number;
  readingKey: number;
}

/** Readings of what was brought that have not ended; `before`: only those that were begun before this one. */
export async function countBrought(
  trx: Trx,
  { sponsorKey, sourceKey }: SourceRef,
  before: number | null = null,
): Promise<number> {
  const { count } = await trx
    .selectFrom('study_reading')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('content', 'is not', null)
    .where('ended_at', 'is', null)
    .$if(before !== null, (query) => query.where('reading_key', '<', before))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertReading(trx: Trx, reading: Insertable<StudyReadingTable>): Promise<number> {
  const { reading_key } = await trx
    .insertInto('study_reading')
    .values(reading)
    .returning('reading_key')
    .executeTakeFirstOrThrow();
  return reading_key;
}

/** Changes a reading that has not ended; answers false for one that has. */
export async function updateReading(
  trx: Trx,
  { sponsorKey, readingKey }: ReadingRef,
  change: Updateable<StudyReadingTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('study_reading')
    .set(change)
    .where('sponsor_key', '=', sponsorKey)
    .where('reading_key', '=', readingKey)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteReading = (trx: Trx, { sponsorKey, readingKey }: ReadingRef) =>
  trx
    .deleteFrom('study_reading')
    .where('sponsor_key', '=', sponsorKey)
    .where('reading_key', '=', readingKey)
    .execute();

/** Adds to the rows that the reading has changed. */
export const addToReading = (
  trx: Trx,
  { sponsorKey, readingKey }: ReadingRef,
  { rowsNew, rowsChanged, rowsRemoved }: { rowsNew: number; rowsChanged: number; rowsRemoved: number },
) =>
  trx
    .updateTable('study_reading')
    .set((of) => ({
      rows_new: of('rows_new', '+', rowsNew),
      rows_changed: of('rows_changed', '+', rowsChanged),
      rows_removed: of('rows_removed', '+', rowsRemoved),
    }))
    .where('sponsor_key', '=', sponsorKey)
    .where('reading_key', '=', readingKey)
    .execute();

export const findReading = (
  trx: Trx,
  { sponsorKey, readingKey }: ReadingRef,
): Promise<StoredReading | undefined> =>
  trx
    .selectFrom('study_reading')
    .select(READING)
    .where('sponsor_key', '=', sponsorKey)
    .where('reading_key', '=', readingKey)
    .executeTakeFirst();

/** The reading that a job is to do; null: none yet. */
export async function findReadingOfJob(trx: Trx, sponsorKey: number, jobKey: number): Promise<number | null> {
  const found = await trx
    .selectFrom('study_reading')
    .select('reading_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('job_key', '=', jobKey)
    .executeTakeFirst();
  return found?.reading_key ?? null;
}

/** The reading of the source itself that is in one of the states. */
export async function findOpenReading(
  trx: Trx,
  { sponsorKey, sourceKey }: SourceRef,
  states: readonly StoredReading['state'][],
): Promise<number | null> {
  const found = await trx
    .selectFrom('study_reading')
    .select('reading_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('state', 'in', [...states])
    .where('cause', 'in', ['user', 'schedule'])
    .orderBy('reading_key', 'desc')
    .executeTakeFirst();
  return found?.reading_key ?? null;
}

/** What was brought, sealed; null: nothing was, or it is read. */
export async function findContent(trx: Trx, { sponsorKey, readingKey }: ReadingRef): Promise<Buffer | null> {
  const found = await trx
    .selectFrom('study_reading')
    .select('content')
    .where('sponsor_key', '=', sponsorKey)
    .where('reading_key', '=', readingKey)
    .executeTakeFirst();
  return found?.content ?? null;
}

/** Ends readings of the source itself before this one whose job gave way to it. */
export const endEarlierReadings = (
  trx: Trx,
  { sponsor_key, source_key, reading_key }: StoredReading,
  at: Date,
) =>
  trx
    .updateTable('study_reading')
    .set({ state: 'cancelled', ended_at: at })
    .where('sponsor_key', '=', sponsor_key)
    .where('source_key', '=', source_key)
    .where('reading_key', '<', reading_key)
    .where('state', '=', 'running')
    .where('cause', 'in', ['user', 'schedule'])
    .execute();

export const findNewestReading = (
  trx: Trx,
  { sponsorKey, sourceKey }: SourceRef,
): Promise<StoredReading | undefined> =>
  trx
    .selectFrom('study_reading')
    .select(READING)
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .orderBy('reading_key', 'desc')
    .executeTakeFirst();

/** Sources that these studies of case info are linked to. */
export async function findSourceKeysOfStudies(
  trx: Trx,
  sponsorKey: number,
  studyKeys: readonly number[],
): Promise<number[]> {
  const found = await trx
    .selectFrom('study_link')
    .select('source_key')
    .distinct()
    .where('sponsor_key', '=', sponsorKey)
    .where('study_key', 'in', [...studyKeys])
    .execute();
  return found.map(({ source_key }) => source_key);
}

/** OIDs of the studies of a source that these studies of case info are linked to. */
export async function findOidsOfStudies(
  trx: Trx,
  { sponsorKey, sourceKey }: SourceRef,
  studyKeys: readonly number[],
): Promise<string[]> {
  const found = await trx
    .selectFrom('study_link')
    .select('study_oid')
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('study_key', 'in', [...studyKeys])
    .execute();
  return found.map(({ study_oid }) => study_oid);
}
