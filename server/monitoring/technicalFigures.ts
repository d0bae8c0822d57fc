/** What administrators look after: jobs and mails that wait or failed, ends of certificates and secrets, dictionaries (decision 0290). */
import { sql } from 'kysely';
import { FIRST_WARNING_DAYS } from '../../shared/submission/transports.ts';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import { searchIn } from '../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../lists/listSource.ts';
import { today } from '../lists/today.ts';

/**
 * Of the sponsor; those of the installation are for its operators. A job of a later time, such as the end of a process, waits
 * for nothing: it counts from then on, or while it is tried again.
 */
const jobs = ({ now }: ListReading) =>
  sql`select 'job' as kind, j.job_key::text as name_key, j.kind as name,
    case j.state when 'ready' then 'waiting' when 'running' then 'running' else 'failed' end as state,
    case when j.state = 'dead' then coalesce(j.finished_at, j.created_at)
      when j.state = 'ready' and j.attempts > 0 then j.created_at else j.run_at end as since,
    coalesce(j.last_error, '') as detail, j.sponsor_key
  from job j
  where j.state in ('running', 'dead') or j.state = 'ready' and (j.attempts > 0 or j.run_at <= ${now})`;

const MAILS = sql`select 'mail', l.email_key || ' ' || r.recipient_no, r.address,
    case when o.state = 'ready' then 'waiting' else 'failed' end, l.at,
    coalesce(o.last_error, o.delivery_note, ''), r.sponsor_key
  from email_log_recipient r
  join email_log l on l.sponsor_key = r.sponsor_key and l.email_key = r.email_key
  join outbox_email o on o.email_key = r.outbox_key
  where o.state in ('ready', 'failed') or o.delivery = 'bounced'`;

const ends = (what: 'certificate' | 'secret', reading: ListReading) => {
  const until = sql.ref(`p.${what}_until`);
  return sql`select ${sql.lit(what)}, p.receiver_key::text, p.adapter,
      case when ${until} < ${today(reading)} then 'ended'
        when ${until} <= ${dayAfter(today(reading), FIRST_WARNING_DAYS)} then 'endsSoon' else 'valid' end,
      p.set_at, ${until}, p.sponsor_key
    from transport_profile p where p.active and ${until} is not null`;
};

const dictionaries = ({ user }: ListReading) =>
  sql`select 'dictionary', r.release_no::text, r.dictionary || ' ' || r.version, 'valid',
      coalesce(r.activated_at, r.created_at), '', ${user.sponsorKey}::int
    from dictionary_release r where r.state = 'active'`;

export const technicalFigures: ListSource = {
  menuId: 'MU-MO-TE',
  from: (reading) => sql`(
    ${sql.join([jobs(reading), MAILS, ends('certificate', reading), ends('secret', reading), dictionaries(reading)], sql` union all `)}
  ) t`,
  scope: ({ user }) => sql<boolean>`t.sponsor_key = ${user.sponsorKey}`,
  key: sql<string>`(t.kind || ' ' || t.name_key)`,
  name: 'name',
  columns: {
    kind: { value: sql`t.kind`, notNull: true },
    name: { value: sql`t.name`, notNull: true },
    state: { value: sql`t.state`, notNull: true },
    since: { value: sql`t.since`, notNull: true },
    hours: {
      value: ({ now }) =>
        sql`greatest(0, round(extract(epoch from ${now}::timestamptz - t.since) / 3600, 1))`,
      notNull: true,
    },
    detail: { value: sql`nullif(t.detail, '')` },
  },
  search: searchIn(sql`t.name || ' ' || t.detail`),
};
