/** What the days of versions are derived from beside their content, and where they are stored. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

export interface ReceivedVersion {
  caseKey: number;
  createdAt: Date;
  /** the first version of the case */
  isFirst: boolean;
}

export interface ReceivedDays {
  caseKey: number;
  /** CCYYMMDD */
  received: string;
  registered: string;
  /** of the case; null: it has no such date */
  firstReceived: string | null;
}

export async function findReceivedVersions(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<ReceivedVersion[]> {
  const { rows } = await sql<ReceivedVersion>`
    select v.case_key as "caseKey", v.created_at as "createdAt",
      not exists (
        select from pv_case b
        where b.sponsor_key = v.sponsor_key and b.root_case_key = v.root_case_key and b.version_no < v.version_no
      ) as "isFirst"
    from pv_case v
    where v.sponsor_key = ${sponsorKey} and v.case_key = any(${[...caseKeys]}::bigint[])`.execute(trx);
  return rows;
}

export async function putReceivedDays(
  trx: Trx,
  sponsorKey: number,
  days: readonly ReceivedDays[],
): Promise<void> {
  await sql`
    update pv_case c set received_day = d.received, registered_day = d.registered, first_received_day = d.first_received
    from unnest(
      ${days.map(({ caseKey }) => caseKey)}::bigint[], ${days.map(({ received }) => received)}::text[],
      ${days.map(({ registered }) => registered)}::text[], ${days.map(({ firstReceived }) => firstReceived)}::text[]
    ) as d (case_key, received, registered, first_received)
    where c.sponsor_key = ${sponsorKey} and c.case_key = d.case_key
      and (c.received_day, c.registered_day, c.first_received_day)
        is distinct from (d.received, d.registered, d.first_received)`.execute(trx);
}
