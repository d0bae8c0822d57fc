/** Queries on clinical data. They take the transaction they are part of, and decide nothing. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  recordKeyOf,
  type SourceRow,
  type SourceSubject,
  type StudyData,
  type StudyMetadata,
} from '../../shared/study-data/studyData.ts';
import type { Trx } from '../storage/database.ts';

/** A study in a source. */
export interface SourceStudy {
  sponsorKey: number;
  sourceKey: number;
  studyOid: string;
}

export interface StoredRow extends SourceRow {
  recordKey: string;
  /** sha-256 of the address and the values, hexadecimal */
  hash: string;
  /** when this state was first read */
  readAt: Date;
  removedAt: Date | null;
}

export interface StoredSubject extends SourceSubject {
  /** SUBJ_KEY of the specification's calls */
  subjectNo: number;
  /** when its number, site and country were first read as they are */
  readAt: Date;
  removedAt: Date | null;
}

/** The study of a source that a study of case info is linked to; null: it is linked to none. */
export async function findSourceStudy(
  trx: Trx,
  sponsorKey: number,
  studyKey: number,
): Promise<SourceStudy | null> {
  const link = await trx
    .selectFrom('study_link')
    .select(['source_key', 'study_oid'])
    .where('sponsor_key', '=', sponsorKey)
    .where('study_key', '=', studyKey)
    .executeTakeFirst();
  return link ? { sponsorKey, sourceKey: link.source_key, studyOid: link.study_oid } : null;
}

/** The versions of its metadata, newest first. */
export async function findMetadata(trx: Trx, study: SourceStudy): Promise<StudyMetadata[]> {
  const found = await trx
    .selectFrom('study_metadata')
    .select('metadata')
    .where('sponsor_key', '=', study.sponsorKey)
    .where('source_key', '=', study.sourceKey)
    .where('study_oid', '=', study.studyOid)
    .orderBy('read_at', 'desc')
    .execute();
  return found.map(({ metadata }) => metadata);
}

/** All subjects, removed ones too, in the order of their labels. */
export async function findSubjects(trx: Trx, study: SourceStudy): Promise<StoredSubject[]> {
  const found = await trx
    .selectFrom('study_subject')
    .selectAll()
    .where('sponsor_key', '=', study.sponsorKey)
    .where('source_key', '=', study.sourceKey)
    .where('study_oid', '=', study.studyOid)
    .orderBy('label')
    .execute();
  return found.map((subject) => ({
    subjectKey: subject.subject_key,
    subjectNo: subject.subject_no,
    label: subject.label,
    siteOid: subject.site_oid,
    siteName: subject.site_name,
    country: subject.country,
    readAt: subject.read_at,
    removedAt: subject.removed_at,
  }));
}

/** The rows of a subject, or of all; removed ones too. */
export async function findRows(trx: Trx, study: SourceStudy, subjectKey?: string): Promise<StoredRow[]> {
  let query = trx
    .selectFrom('study_row')
    .selectAll()
    .where('sponsor_key', '=', study.sponsorKey)
    .where('source_key', '=', study.sourceKey)
    .where('study_oid', '=', study.studyOid);
  if (subjectKey !== undefined) query = query.where('subject_key', '=', subjectKey);
  const found = await query.orderBy('record_key').execute();
  return found.map((row) => ({
    subjectKey: row.subject_key,
    eventOid: row.event_oid,
    eventRepeat: row.event_repeat,
    formOid: row.form_oid,
    formRepeat: row.form_repeat,
    groupOid: row.group_oid,
    groupRepeat: row.group_repeat,
    recordId: row.record_id,
    values: row.item_values,
    changedAt: row.changed_at?.toISOString() ?? null,
    recordKey: row.record_key,
    hash: row.hash.toString('hex'),
    readAt: row.read_at,
    removedAt: row.removed_at,
  }));
}

export async function putMetadata(
  trx: Trx,
  study: SourceStudy,
  metadata: StudyMetadata,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('study_metadata')
    .values({
      sponsor_key: study.sponsorKey,
      source_key: study.sourceKey,
      study_oid: study.studyOid,
      version_oid: metadata.versionOid,
      metadata: JSON.stringify(metadata),
      read_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['sponsor_key', 'source_key', 'study_oid', 'version_oid'])
        .doUpdateSet({ metadata: JSON.stringify(metadata), read_at: at }),
    )
    .execute();
}

/** Adds subjects, or changes them; those that were removed are there again. */
export async function putSubjects(
  trx: Trx,
  study: SourceStudy,
  subjects: readonly SourceSubject[],
  at: Date,
): Promise<void> {
  const document = JSON.stringify(subjects);
  await sql`
    insert into study_subject (sponsor_key, source_key, study_oid, subject_key, label, site_oid, site_name, country, read_at)
    select ${study.sponsorKey}, ${study.sourceKey}, ${study.studyOid},
      s."subjectKey", s.label, s."siteOid", s."siteName", s.country, ${at}
    from jsonb_to_recordset(${document}::jsonb)
      s("subjectKey" text, label text, "siteOid" text, "siteName" text, country text)
    on conflict (sponsor_key, source_key, study_oid, subject_key) do update set label = excluded.label,
      site_oid = excluded.site_oid, site_name = excluded.site_name, country = excluded.country,
      read_at = case when (study_subject.label, study_subject.site_oid, study_subject.site_name, study_subject.country)
        is distinct from (excluded.label, excluded.site_oid, excluded.site_name, excluded.country)
        then excluded.read_at else study_subject.read_at end, removed_at = null`.execute(trx);
}

/** A row that is there for the first time, again, or with other values. */
export interface PutRow {
  isNew: boolean;
}

/**
 * Adds rows, or changes those whose address or values differ; `read_at` is left where nothing differs. Answers the rows that
 * were added or changed.
 */
export async function putRows(
  trx: Trx,
  study: SourceStudy,
  rows: readonly SourceRow[],
  at: Date,
): Promise<PutRow[]> {
  const document = JSON.stringify(
    rows.map((row) => ({ ...row, recordKey: recordKeyOf(row), hash: hashOf(row) })),
  );
  const given = givenRows(study, document, at);
  const { rows: put } = await sql<PutRow>`
    ${given} set subject_key = excluded.subject_key,
      event_oid = excluded.event_oid, event_repeat = excluded.event_repeat, form_oid = excluded.form_oid,
      form_repeat = excluded.form_repeat, group_oid = excluded.group_oid, group_repeat = excluded.group_repeat,
      record_id = excluded.record_id, item_values = excluded.item_values, hash = excluded.hash,
      changed_at = excluded.changed_at, read_at = excluded.read_at, removed_at = null
    where study_row.hash <> excluded.hash or study_row.removed_at is not null
    returning (xmax = 0) as "isNew"`.execute(trx);
  if (rows.some(({ recordId }) => recordId !== null)) await renumberRows(trx, given);
  return put;
}

/** Inserts rows that are given as JSON; what becomes of those that are there follows. */
const givenRows = (study: SourceStudy, document: string, at: Date) => sql`
    insert into study_row (sponsor_key, source_key, study_oid, record_key, subject_key, event_oid, event_repeat,
      form_oid, form_repeat, group_oid, group_repeat, record_id, item_values, hash, changed_at, read_at)
    select ${study.sponsorKey}, ${study.sourceKey}, ${study.studyOid}, r."recordKey", r."subjectKey", r."eventOid",
      r."eventRepeat", r."formOid", r."formRepeat", r."groupOid", r."groupRepeat", r."recordId", r."values",
      decode(r.hash, 'hex'), r."changedAt", ${at}
    from jsonb_to_recordset(${document}::jsonb) r("recordKey" text, "subjectKey" text, "eventOid" text,
      "eventRepeat" text, "formOid" text, "formRepeat" text, "groupOid" text, "groupRepeat" text, "recordId" text,
      "values" jsonb, hash text, "changedAt" timestamptz)
    on conflict (sponsor_key, source_key, study_oid, record_key) do update`;

/**
 * Rows whose numbers alone differ, as after a deletion: people are shown the new ones, and nothing counts as changed. All rows
 * are there by now. A join would read the whole study for each portion, since the statistics do not know it while it is read
 * for the first times.
 */
const renumberRows = (trx: Trx, given: ReturnType<typeof givenRows>) =>
  sql`
    ${given} set event_repeat = excluded.event_repeat, form_repeat = excluded.form_repeat,
      group_repeat = excluded.group_repeat
    where study_row.record_id is not null and (study_row.event_repeat, study_row.form_repeat, study_row.group_repeat)
      is distinct from (excluded.event_repeat, excluded.form_repeat, excluded.group_repeat)`.execute(trx);

/** Keys of the rows that are not removed, of these groups and subjects, or of all. */
export async function findPresentKeys(
  trx: Trx,
  study: SourceStudy,
  { groupOids, subjectKeys }: Pick<StudyData, 'groupOids' | 'subjectKeys'>,
): Promise<string[]> {
  let query = trx
    .selectFrom('study_row')
    .select('record_key')
    .where('sponsor_key', '=', study.sponsorKey)
    .where('source_key', '=', study.sourceKey)
    .where('study_oid', '=', study.studyOid)
    .where('removed_at', 'is', null);
  if (groupOids !== null) query = query.where(sql<boolean>`group_oid = any(${groupOids}::text[])`);
  if (subjectKeys !== null) query = query.where(sql<boolean>`subject_key = any(${subjectKeys}::text[])`);
  return (await query.execute()).map(({ record_key }) => record_key);
}

/** Marks rows as gone; answers how many there were. */
export async function removeRows(
  trx: Trx,
  study: SourceStudy,
  recordKeys: readonly string[],
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update study_row set removed_at = ${at}
    where sponsor_key = ${study.sponsorKey} and source_key = ${study.sourceKey} and study_oid = ${study.studyOid}
      and record_key = any(${[...recordKeys]}::text[]) and removed_at is null`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Marks subjects as gone. */
export const removeSubjects = (trx: Trx, study: SourceStudy, subjectKeys: readonly string[], at: Date) =>
  sql`
  update study_subject set removed_at = ${at}
  where sponsor_key = ${study.sponsorKey} and source_key = ${study.sourceKey} and study_oid = ${study.studyOid}
    and subject_key = any(${[...subjectKeys]}::text[]) and removed_at is null`.execute(trx);

/** The same for equal rows, whatever the order in which a source writes their items. */
const hashOf = (row: SourceRow): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        recordKeyOf(row),
        row.eventOid,
        row.formOid,
        Object.entries(row.values).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    )
    .digest('hex');
