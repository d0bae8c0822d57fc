/** Queries on events that are synchronised. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { RowLink, SyncedValue } from '../../shared/sync/mergeMapped.ts';
import { parseAddressKey, rowPathOf } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import type { RuleSet } from '../../shared/sync/mappingRule.ts';
import type { EventProblem } from '../../shared/sync/syncEvent.ts';
import type { Trx } from '../storage/database.ts';
import { portionsOf } from '../storage/portions.ts';
import type {
  SyncDecisionTable,
  SyncDifferenceTable,
  SyncEventTable,
  SyncLogTable,
  SyncValueTable,
} from '../storage/syncTables.ts';
import type { SourceStudy, StoredSubject } from '../study-data/studyData.store.ts';

export type SyncEvent = Selectable<SyncEventTable>;

/** A study of case info with the study of its source. */
export interface LinkedStudy extends SourceStudy {
  studyKey: number;
  protocol: string;
  name: string;
}

/** The studies that sources collect the data of; of one source study, or all of the sponsor. */
export async function findLinkedStudies(
  trx: Trx,
  sponsorKey: number,
  only: Partial<SourceStudy & { studyKey: number }> = {},
): Promise<LinkedStudy[]> {
  let query = trx
    .selectFrom('study_link as l')
    .innerJoin('record as r', (join) =>
      join
        .onRef('r.sponsor_key', '=', 'l.sponsor_key')
        .onRef('r.kind', '=', 'l.study_kind')
        .onRef('r.record_key', '=', 'l.study_key'),
    )
    .select(['l.study_key', 'l.source_key', 'l.study_oid', 'l.protocol', 'r.name'])
    .where('l.sponsor_key', '=', sponsorKey);
  if (only.studyKey !== undefined) query = query.where('l.study_key', '=', only.studyKey);
  if (only.sourceKey !== undefined) query = query.where('l.source_key', '=', only.sourceKey);
  if (only.studyOid !== undefined) query = query.where('l.study_oid', '=', only.studyOid);
  const found = await query.orderBy('l.study_key').execute();
  return found.map((link) => ({
    sponsorKey,
    studyKey: link.study_key,
    sourceKey: link.source_key,
    studyOid: link.study_oid,
    protocol: link.protocol,
    name: link.name,
  }));
}

/** By its key in the source, or by its number; null: the source never had it. */
export async function findSubject(
  trx: Trx,
  { sponsorKey, sourceKey, studyOid }: SourceStudy,
  subject: string | number,
): Promise<StoredSubject | null> {
  const ofStudy = trx
    .selectFrom('study_subject')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('study_oid', '=', studyOid);
  const found = await (
    typeof subject === 'number'
      ? ofStudy.where('subject_no', '=', subject)
      : ofStudy.where('subject_key', '=', subject)
  ).executeTakeFirst();
  return found
    ? {
        subjectKey: found.subject_key,
        subjectNo: found.subject_no,
        label: found.label,
        siteOid: found.site_oid,
        siteName: found.site_name,
        country: found.country,
        readAt: found.read_at,
        removedAt: found.removed_at,
      }
    : null;
}

const eventsOf = (trx: Trx, { sponsorKey, sourceKey, studyOid }: SourceStudy) =>
  trx
    .selectFrom('sync_event')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('study_oid', '=', studyOid);

/** Of a subject, in the order of their numbers. */
export const findSubjectEvents = (trx: Trx, study: SourceStudy, subjectKey: string): Promise<SyncEvent[]> =>
  eventsOf(trx, study)
    .where('subject_key', '=', subjectKey)
    .orderBy('event_no')
    .orderBy('event_key')
    .execute();

/** The same, which nothing else changes until the transaction ends. */
export const lockSubjectEvents = (trx: Trx, study: SourceStudy, subjectKey: string): Promise<SyncEvent[]> =>
  eventsOf(trx, study)
    .where('subject_key', '=', subjectKey)
    .orderBy('event_no')
    .orderBy('event_key')
    .forUpdate()
    .execute();

/** Of the study; another one has them not. */
export const lockEvents = (
  trx: Trx,
  study: SourceStudy,
  eventKeys: readonly number[],
): Promise<SyncEvent[]> =>
  eventsOf(trx, study)
    .where('event_key', '=', sql<number>`any(${[...eventKeys]}::int[])`)
    .orderBy('event_key')
    .forUpdate()
    .execute();

export const findEvent = (trx: Trx, study: SourceStudy, eventKey: number): Promise<SyncEvent | undefined> =>
  eventsOf(trx, study).where('event_key', '=', eventKey).executeTakeFirst();

/** When the source of the study was read last. */
export const findReadAt = async (trx: Trx, { sponsorKey, sourceKey }: SourceStudy): Promise<Date | null> =>
  (
    await trx
      .selectFrom('study_source')
      .select('read_at')
      .where('sponsor_key', '=', sponsorKey)
      .where('source_key', '=', sourceKey)
      .executeTakeFirst()
  )?.read_at ?? null;

/** One at a time looks for the events of a subject; a reading, which may take long, holds up nobody. */
export const lockSearch = (trx: Trx, { sponsorKey, sourceKey, studyOid }: SourceStudy, subjectKey: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`events ${sponsorKey} ${sourceKey} ${studyOid}`}),
    hashtext(${subjectKey}))`.execute(trx);

/** Those that a run has, whatever their study. */
export const lockEventsOfRun = (trx: Trx, sponsorKey: number, runKey: string): Promise<SyncEvent[]> =>
  trx
    .selectFrom('sync_event')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .orderBy('event_key')
    .forUpdate()
    .execute();

/**
 * Subjects with events whose rows are others than those in which these were found; where `all`, every subject with events.
 * Times of the search would not tell: rows are stored minutes after the time at which they were read.
 */
export async function findSubjectsToRead(
  trx: Trx,
  study: SourceStudy,
  { event, all }: { event: Pick<RuleSet['event'], 'formOid' | 'groupOid'>; all: boolean },
): Promise<string[]> {
  const { sponsorKey, sourceKey, studyOid } = study;
  const { rows } = await sql<{ subject_key: string }>`
    select r.subject_key from study_row r
    join study_subject s using (sponsor_key, source_key, study_oid, subject_key)
    left join (
      select subject_key, max(rows_at) as rows_at from sync_event
      where sponsor_key = ${sponsorKey} and source_key = ${sourceKey} and study_oid = ${studyOid}
      group by subject_key
    ) e on e.subject_key = r.subject_key
    where r.sponsor_key = ${sponsorKey} and r.source_key = ${sourceKey} and r.study_oid = ${studyOid}
    group by r.subject_key, e.rows_at, s.read_at
    having bool_or(r.form_oid = ${event.formOid} and r.group_oid = ${event.groupOid})
      and (${all} or greatest(max(greatest(r.read_at, r.removed_at)), s.read_at) is distinct from e.rows_at)
    order by r.subject_key`.execute(trx);
  return rows.map(({ subject_key }) => subject_key);
}

export type NewEvent = Omit<Insertable<SyncEventTable>, 'event_key'>;

export const insertEvents = async (trx: Trx, events: readonly NewEvent[]): Promise<void> => {
  for (const portion of portionsOf(events)) await trx.insertInto('sync_event').values(portion).execute();
};

export type EventChange = Partial<
  Omit<Insertable<SyncEventTable>, 'sponsor_key' | 'event_key' | 'problem'> & { problem: EventProblem | null }
>;

export const updateEvent = (
  trx: Trx,
  { sponsor_key, event_key }: Pick<SyncEvent, 'sponsor_key' | 'event_key'>,
  { problem, ...change }: EventChange,
) =>
  trx
    .updateTable('sync_event')
    .set({
      ...change,
      ...(problem !== undefined && { problem: problem === null ? null : JSON.stringify(problem) }),
    })
    .where('sponsor_key', '=', sponsor_key)
    .where('event_key', '=', event_key)
    .execute();

/** Events in which nothing changed. */
export const noteFound = (
  trx: Trx,
  { sponsorKey }: SourceStudy,
  eventKeys: readonly number[],
  rowsAt: Date,
) =>
  trx
    .updateTable('sync_event')
    .set({ rows_at: rowsAt })
    .where('sponsor_key', '=', sponsorKey)
    .where('event_key', '=', sql<number>`any(${[...eventKeys]}::int[])`)
    .execute();

export type NewLog = Omit<Insertable<SyncLogTable>, 'log_no'>;

export const insertLog = (trx: Trx, entries: readonly NewLog[]) =>
  entries.length === 0
    ? Promise.resolve()
    : trx
        .insertInto('sync_log')
        .values([...entries])
        .execute();

export const findLog = (trx: Trx, sponsorKey: number, eventKey: number) =>
  trx
    .selectFrom('sync_log')
    .select(['at', 'user_name', 'action', 'case_no', 'reason'])
    .where('sponsor_key', '=', sponsorKey)
    .where('event_key', '=', eventKey)
    .orderBy('log_no', 'desc')
    .execute();

/** Which rows of a case were made of which records. `depthOf`: how many row numbers a group has. */
export async function findLinks(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
  depthOf: (group: string) => number,
): Promise<RowLink[]> {
  const found = await trx
    .selectFrom('sync_row')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .execute();
  return found.map(({ group_id, record_key, row_no, row_no2, row_no3 }) => ({
    group: group_id,
    recordKey: record_key,
    path: rowPathOf({ rowNo: row_no, rowNo2: row_no2, rowNo3: row_no3 }, depthOf(group_id)),
  }));
}

export async function putLinks(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
  links: readonly RowLink[],
): Promise<void> {
  const rows = links.map(({ group, recordKey, path: [row_no = 0, row_no2 = 0, row_no3 = 0] }) => ({
    sponsor_key: sponsorKey,
    root_case_key: rootCaseKey,
    group_id: group,
    record_key: recordKey,
    row_no,
    row_no2,
    row_no3,
  }));
  for (const portion of portionsOf(rows))
    await trx
      .insertInto('sync_row')
      .values(portion)
      .onConflict((same) => same.doNothing())
      .execute();
}

/** Forgets which records rows of a case were made of that are none of these, by `rowKey`. */
export const deleteOtherLinks = (
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
  rowKeys: readonly string[],
) =>
  trx
    .deleteFrom('sync_row')
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .where(sql<boolean>`concat_ws('|', group_id, row_no, row_no2, row_no3) <> all(${[...rowKeys]}::text[])`)
    .execute();

/**
 * Whether a synchronised value `w` is in a version of its case still: versions that get another number are cases of their
 * own.
 */
export const isOfVersion: RawBuilder<boolean> = sql<boolean>`exists (
  select from pv_case o where o.sponsor_key = w.sponsor_key and o.case_key = w.case_key
    and o.root_case_key = w.root_case_key)`;

/** The newest values that were synchronised into a case, by address. */
export async function findLastValues(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
): Promise<Map<string, SyncedValue>> {
  const found = await trx
    .selectFrom('sync_value as w')
    .distinctOn('w.address')
    .select(['w.address', 'w.value', 'w.null_flavor', 'w.parts'])
    .where('w.sponsor_key', '=', sponsorKey)
    .where('w.root_case_key', '=', rootCaseKey)
    .where(isOfVersion)
    .orderBy('w.address')
    .orderBy('w.value_key', 'desc')
    .execute();
  return new Map(
    found.map(({ address, value, null_flavor, parts }) => [
      address,
      {
        address: parseAddressKey(address),
        value: { ...EMPTY_VALUE, value, nullFlavor: null_flavor },
        parts,
      },
    ]),
  );
}

/** The studies whose events are in a case. */
export async function findStudiesOfCase(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
): Promise<SourceStudy[]> {
  const found = await trx
    .selectFrom('sync_event')
    .select(['source_key', 'study_oid'])
    .distinct()
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .execute();
  return found.map(({ source_key, study_oid }) => ({
    sponsorKey,
    sourceKey: source_key,
    studyOid: study_oid,
  }));
}

export type NewValue = Omit<Insertable<SyncValueTable>, 'value_key' | 'parts'> & {
  parts: SyncedValue['parts'];
};

export async function insertValues(trx: Trx, values: readonly NewValue[]): Promise<void> {
  for (const portion of portionsOf(values))
    await trx
      .insertInto('sync_value')
      .values(portion.map((value) => ({ ...value, parts: JSON.stringify(value.parts) })))
      .execute();
}

/** What a value was made of that a run wrote; undefined: it wrote no such value. */
export const findValue = (trx: Trx, sponsorKey: number, runKey: string, valueNo: number) =>
  trx
    .selectFrom('sync_value')
    .select(['item_id', 'value', 'parts'])
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('value_no', '=', valueNo)
    .executeTakeFirst();

export type FoundValue = Omit<Insertable<SyncDifferenceTable>, 'sponsor_key' | 'root_case_key'>;

/** In place of those that were found before. */
export async function replaceDifferences(
  trx: Trx,
  { sponsorKey, rootCaseKey }: { sponsorKey: number; rootCaseKey: number },
  differences: readonly FoundValue[],
): Promise<void> {
  await trx
    .deleteFrom('sync_difference')
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .execute();
  const rows = differences.map((one) => ({ sponsor_key: sponsorKey, root_case_key: rootCaseKey, ...one }));
  for (const portion of portionsOf(rows)) await trx.insertInto('sync_difference').values(portion).execute();
}

/** Those of an event, whichever case it is in. */
export const deleteDifferences = (
  trx: Trx,
  { sponsor_key, event_key }: Pick<SyncEvent, 'sponsor_key' | 'event_key'>,
) =>
  trx
    .deleteFrom('sync_difference')
    .where('sponsor_key', '=', sponsor_key)
    .where('event_key', '=', event_key)
    .execute();

/** The newest versions of cases with these first versions. */
export const findNewestCases = (trx: Trx, sponsorKey: number, rootCaseKeys: readonly number[]) =>
  trx
    .selectFrom('pv_case')
    .select([
      'root_case_key',
      'case_key',
      'case_no',
      'version_no',
      'del_flag',
      'sender_key',
      'product_keys',
      'study_keys',
    ])
    .where('sponsor_key', '=', sponsorKey)
    .where('latest', '=', true)
    .where('root_case_key', '=', sql<number>`any(${[...rootCaseKeys]}::bigint[])`)
    .orderBy('root_case_key')
    .execute();

export const insertDecision = (trx: Trx, decision: Omit<Insertable<SyncDecisionTable>, 'decision_no'>) =>
  trx.insertInto('sync_decision').values(decision).execute();
