/** Events that are synchronised as rows of lists, in SQL: `e` the event, `l` its study, `s` its subject, `c` its case. */
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';

/** With the newest version of the case where the user may see it. */
export const eventRows = (user: Scope): RawBuilder<unknown> => sql`sync_event e
  join study_link l on l.sponsor_key = e.sponsor_key and l.source_key = e.source_key and l.study_oid = e.study_oid
  join study t on t.sponsor_key = l.sponsor_key and t.study_key = l.study_key
  join study_subject s on s.sponsor_key = e.sponsor_key and s.source_key = e.source_key
    and s.study_oid = e.study_oid and s.subject_key = e.subject_key
  left join pv_case c on c.sponsor_key = e.sponsor_key and c.root_case_key = e.root_case_key
    and c.latest and ${caseInScope(user)}`;

/** Those of the studies in the user's scope. */
export const eventsInScope = ({
  sponsorKey,
  studyKeys,
}: Scope & { sponsorKey: number }): RawBuilder<boolean> =>
  studyKeys.length === 0
    ? sql<boolean>`e.sponsor_key = ${sponsorKey}`
    : sql<boolean>`e.sponsor_key = ${sponsorKey} and l.study_key = any(${[...studyKeys]}::int[])`;

/** The address of the dialog of the event's subject, below the prefix of the main area. */
export const eventPath = ({
  studyKey,
  subjectNo,
  eventNo,
  visitNo,
}: Readonly<Record<'studyKey' | 'subjectNo' | 'eventNo' | 'visitNo', string | number | null>>): string =>
  `study-list/${studyKey}/detail/sync/list?subject=${subjectNo}&event=${eventNo}&visit=${visitNo}`;
