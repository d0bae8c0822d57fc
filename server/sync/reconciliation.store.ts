/**
 * Differences between a study and its cases, in SQL: serious events without a case, cases without an event, and values that
 * differ. A row that changed has another key: what was decided about it before no longer applies.
 */
import { sql, type RawBuilder } from 'kysely';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { MASKED } from '../../shared/masking/maskContent.ts';
import type { Scope } from '../../shared/access/scope.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import type { Trx } from '../storage/database.ts';
import { isOfVersion, type LinkedStudy } from './sync.store.ts';

export interface Reading {
  user: Scope & { sponsorKey: number };
  study: Pick<LinkedStudy, 'sourceKey' | 'studyOid' | 'studyKey'>;
  /** items that the user may not see */
  hidden: readonly string[];
  /** items with personal data: masked values of these are no differences */
  personal: readonly string[];
  /** whether the user sees what the list of cases calls the reaction */
  showsReaction: boolean;
  /** whether the user sees of which study a case is */
  showsStudy: boolean;
}

/** As `d`, with the newest decision as `k`. */
export const differenceRows = (reading: Reading): RawBuilder<unknown> => sql`(
    ${noCase(reading)} union all ${noEvent(reading)} union all ${differs(reading)}
  ) d
  left join lateral (
    select decision, comment, at, user_name from sync_decision k
    where k.sponsor_key = ${reading.user.sponsorKey} and k.study_key = ${reading.study.studyKey}
      and k.subject = d.row_key
    order by k.decision_no desc limit 1
  ) k on true`;

const ofStudy = ({ user, study }: Reading) => sql`e.sponsor_key = ${user.sponsorKey}
  and e.source_key = ${study.sourceKey} and e.study_oid = ${study.studyOid}`;

/** The newest version of a case that is neither deleted nor nullified. */
const isInForce = sql`c.latest and c.del_flag = 'N' and c.nullification is distinct from ${NULLIFICATION}`;

const noCase = (reading: Reading): RawBuilder<unknown> => sql`
  select 'n:' || e.event_key as row_key, 'noCase' as kind, s.label as subject, s.subject_no, e.event_no, e.visit_no,
    e.term, null::text as item_id, null::text as study_value, null::text as case_value, null::text as case_no,
    null::bigint as case_key
  from sync_event e
  join study_subject s on s.sponsor_key = e.sponsor_key and s.source_key = e.source_key
    and s.study_oid = e.study_oid and s.subject_key = e.subject_key
  where ${ofStudy(reading)} and e.serious and e.state not in ('progress', 'removed')
    and not exists (
      select 1 from pv_case c
      where c.sponsor_key = e.sponsor_key and c.root_case_key = e.root_case_key and ${isInForce}
    )`;

const noEvent = ({ user, study, showsReaction, showsStudy }: Reading): RawBuilder<unknown> => sql`
  select 'c:' || c.root_case_key, 'noEvent', null, null::int, null::int, null::int, ${showsReaction ? sql`c.ae_term` : sql`null`},
    null, null, null,
    c.case_no, c.case_key
  from pv_case c
  where c.sponsor_key = ${user.sponsorKey} and ${isInForce} and ${showsStudy}
    and c.study_keys @> array[${study.studyKey}]::int[] and ${caseInScope(user)}
    and not exists (
      select 1 from sync_event e where e.sponsor_key = c.sponsor_key and e.root_case_key = c.root_case_key
    )`;

/** A value of the source as its newest reading has it, beside that of the newest version of the case. */
const differs = (reading: Reading): RawBuilder<unknown> => sql`
  select 'v:' || v.root_case_key || ':' || v.address || ':' || md5(concat_ws('|', v.study_value, i.case_value)),
    'differs', s.label, s.subject_no, e.event_no, e.visit_no, e.term, v.item_id, v.study_value, i.case_value,
    c.case_no, c.case_key
  from (
    select distinct on (w.root_case_key, w.address) w.sponsor_key, w.root_case_key, w.address, w.item_id, w.event_key,
      case when f.address is null then coalesce(w.value, w.null_flavor) else coalesce(f.value, f.null_flavor) end
        as study_value
    from sync_value w
    left join sync_difference f on f.sponsor_key = w.sponsor_key and f.root_case_key = w.root_case_key
      and f.address = w.address
    where w.sponsor_key = ${reading.user.sponsorKey}
      and w.item_id <> all(${[...reading.hidden]}::text[]) and ${isOfVersion}
      and w.root_case_key in (
        select e.root_case_key from sync_event e where ${ofStudy(reading)} and e.root_case_key is not null
      )
    order by w.root_case_key, w.address, w.value_key desc
  ) v
  join pv_case c on c.sponsor_key = v.sponsor_key and c.root_case_key = v.root_case_key and c.latest
    and c.del_flag = 'N' and ${caseInScope(reading.user)}
  -- the event it is of; of the subject, the main event. An event that was reset is none of the case
  cross join lateral (
    select e.* from sync_event e
    where ${ofStudy(reading)} and e.root_case_key = v.root_case_key
      and (v.event_key is null or e.event_key = v.event_key)
    order by e.seq_no limit 1
  ) e
  join study_subject s on s.sponsor_key = e.sponsor_key and s.source_key = e.source_key
    and s.study_oid = e.study_oid and s.subject_key = e.subject_key
  left join lateral (
    select coalesce(p.items -> v.address ->> 'v', p.items -> v.address ->> 'nf') as case_value,
      v.item_id = any(${[...reading.personal]}::text[]) and p.items -> v.address ->> 'nf' = ${MASKED} as is_masked
    from case_page_row p
    where p.sponsor_key = c.sponsor_key and p.case_key = c.case_key and p.items ? v.address
    limit 1
  ) i on true
  where i.case_value is distinct from v.study_value and i.is_masked is not true`;

/** Those of the keys that the list still has. */
export async function findDifferenceKeys(
  trx: Trx,
  reading: Reading,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ row_key: string }>`
    select d.row_key from ${differenceRows(reading)} where d.row_key = any(${[...keys]}::text[])`.execute(
    trx,
  );
  return rows.map(({ row_key }) => row_key);
}
