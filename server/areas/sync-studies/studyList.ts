/** Studies that are linked to a source, as a list. */
import { sql, type RawBuilder } from 'kysely';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import { searchIn } from '../../lists/keywordSearch.ts';

/** Limited to the studies of the user's scope, if it has any. */
const ofUser = ({ user: { sponsorKey, studyKeys } }: ListReading): RawBuilder<boolean> =>
  studyKeys.length === 0
    ? sql<boolean>`k.sponsor_key = ${sponsorKey}`
    : sql<boolean>`k.sponsor_key = ${sponsorKey} and k.study_key = any(${[...studyKeys]}::int[])`;

export const syncStudyList: ListSource = {
  menuId: 'MU-ES-IL',
  from: sql`study_link k
    join study t on t.sponsor_key = k.sponsor_key and t.study_key = k.study_key
    join study_source s on s.sponsor_key = k.sponsor_key and s.source_key = k.source_key
    left join source_study o on o.sponsor_key = k.sponsor_key and o.source_key = k.source_key
      and o.study_oid = k.study_oid
    left join mapping_rule_set m on m.sponsor_key = k.sponsor_key and m.study_key = k.study_key
    cross join lateral (
      select count(*) filter (where e.state = 'new')::int as "new", count(*) filter (where e.state = 'changed')::int as changed,
        count(*) filter (where e.state = 'failed')::int as failed,
        count(*) filter (where e.state = 'removed')::int as removed
      from sync_event e
      where e.sponsor_key = k.sponsor_key and e.source_key = k.source_key and e.study_oid = k.study_oid
        and e.state in ('new', 'changed', 'failed', 'removed')
    ) n`,
  scope: ofUser,
  key: sql`k.study_key`,
  name: 'studyNo',
  columns: {
    studyNo: { value: sql`t.study_no`, notNull: true },
    studyName: { value: sql`t.name`, notNull: true },
    protocol: { value: sql`k.protocol`, notNull: true },
    studyId: { value: sql`k.study_oid`, notNull: true },
    source: { value: sql`s.name`, notNull: true },
    state: {
      value: sql`case when s.disabled then 'off'
        when exists (select from study_reading r where r.sponsor_key = s.sponsor_key and r.source_key = s.source_key
          and r.state in ('waiting', 'running')) then 'reading'
        when s.last_error is not null then 'failed' when o.read_at is null then 'never' else 'read' end`,
      notNull: true,
    },
    readAt: { value: sql`o.read_at` },
    asOf: { value: sql`o.as_of` },
    subjects: { value: sql`coalesce(o.subjects, 0)`, notNull: true },
    eventsNew: { value: sql`n.new`, notNull: true },
    eventsChanged: { value: sql`n.changed`, notNull: true },
    eventsFailed: { value: sql`n.failed`, notNull: true },
    eventsRemoved: { value: sql`n.removed`, notNull: true },
    rules: { value: sql`coalesce(jsonb_array_length(m.rule_set -> 'rules'), 0)`, notNull: true },
  },
  search: searchIn(
    sql`t.study_no || ' ' || t.name || ' ' || k.study_oid || ' ' || k.protocol || ' ' || s.name`,
  ),
};
