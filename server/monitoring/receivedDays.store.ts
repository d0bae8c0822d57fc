/** The statement that derives the days of versions from their other columns. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

interface ReceivedVersions {
  sponsorKey: number;
  /** of the sponsor */
  timeZone: string;
  caseKeys: readonly number[];
}

/** The day of the information that the version holds; the day it was registered where its date has no day. */
export async function putReceivedDays(
  trx: Trx,
  { sponsorKey, timeZone, caseKeys }: ReceivedVersions,
): Promise<void> {
  await sql`
    update pv_case c set received_day = d.received, registered_day = d.registered
    from (
      select v.case_key, r.registered,
        case when v.date ~ '^[1-9][0-9]{3}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])' then left(v.date, 8)
          else r.registered end as received
      from (
        select case_key, created_at, coalesce(most_recent, first_received) as date
        from pv_case where sponsor_key = ${sponsorKey} and case_key = any(${[...caseKeys]}::bigint[])
      ) v
      cross join lateral (
        select to_char(v.created_at at time zone ${timeZone}::text, 'YYYYMMDD') as registered
      ) r
    ) d
    where c.sponsor_key = ${sponsorKey} and c.case_key = d.case_key
      and (c.received_day, c.registered_day) is distinct from (d.received, d.registered)`.execute(trx);
}
