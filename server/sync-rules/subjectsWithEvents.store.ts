/** Subjects to try rules with. Queries take the transaction they are part of, and decide nothing. */
import type { RuleSet } from '../../shared/sync/mappingRule.ts';
import type { Trx } from '../storage/database.ts';
import type { SourceStudy } from '../study-data/studyData.store.ts';

export interface SubjectWithEvents {
  subjectKey: string;
  subjectNo: number;
  label: string;
  /** that the source has now */
  events: number;
}

/** By label, at most `limit`; subjects and events that the source removed are none. */
export async function findSubjectsWithEvents(
  trx: Trx,
  { sponsorKey, sourceKey, studyOid }: SourceStudy,
  { formOid, groupOid }: RuleSet['event'],
  limit: number,
): Promise<SubjectWithEvents[]> {
  const found = await trx
    .selectFrom('study_subject as s')
    .innerJoin('study_row as r', (join) =>
      join
        .onRef('r.sponsor_key', '=', 's.sponsor_key')
        .onRef('r.source_key', '=', 's.source_key')
        .onRef('r.study_oid', '=', 's.study_oid')
        .onRef('r.subject_key', '=', 's.subject_key'),
    )
    .select(({ fn }) => ['s.subject_key', 's.subject_no', 's.label', fn.countAll<string>().as('events')])
    .where('s.sponsor_key', '=', sponsorKey)
    .where('s.source_key', '=', sourceKey)
    .where('s.study_oid', '=', studyOid)
    .where('s.removed_at', 'is', null)
    .where('r.removed_at', 'is', null)
    .where('r.form_oid', '=', formOid)
    .where('r.group_oid', '=', groupOid)
    .groupBy(['s.subject_key', 's.subject_no', 's.label'])
    .orderBy('s.label')
    .orderBy('s.subject_no')
    .limit(limit)
    .execute();
  return found.map(({ subject_key, subject_no, label, events }) => ({
    subjectKey: subject_key,
    subjectNo: subject_no,
    label,
    events: Number(events),
  }));
}
