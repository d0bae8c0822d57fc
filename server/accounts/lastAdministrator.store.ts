/** Queries on who may do what in a sponsor. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import type { Trx } from '../storage/database.ts';

interface Holders {
  sponsorKey: number;
  privilege: PrivilegeId;
}

/** Users (`u`, in the sponsor `us`) who can sign in, each with a role of the sponsor that holds the privilege. */
const usersWith = ({ sponsorKey, privilege }: Holders) => sql`user_role ur
  join app_user u on u.user_key = ur.user_key
  join user_sponsor us on us.sponsor_key = ur.sponsor_key and us.user_key = ur.user_key
  join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id
  join role_privilege p on p.sponsor_key = r.sponsor_key and p.role_id = r.role_id
  where ur.sponsor_key = ${sponsorKey} and u.active and r.del_flag = 'N' and p.priv_id = ${privilege}
    and (u.password_hash is not null or exists (
      select from user_identity i where i.user_key = u.user_key and i.unlinked_at is null))`;

/**
 * The last day of which all of them may work for the sponsor (`day`), a row where that is known: one of them without an end
 * has none. Those of later are counted, too.
 */
export const lastDayOf = (holders: Holders, today: string): RawBuilder<unknown> => sql`(
  select max(us.end_on) as day from ${usersWith(holders)} and us.locked_at is null
    and (us.end_on is null or us.end_on >= ${today}::date)
  having bool_and(us.end_on is not null))`;

/** Users who can sign in and may work for the sponsor at the time, with a role of it that holds the privilege. */
export async function countUsersWith(trx: Trx, { at, ...holders }: Holders & { at: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct u.user_key)::int as count from ${usersWith(holders)} and takes_part(us, ${at})`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}
