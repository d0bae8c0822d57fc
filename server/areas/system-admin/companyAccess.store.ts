/** Queries on who works for a company. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../../storage/database.ts';

/** Users of the company who have never set a password, each in the oldest of its sponsors that they take part in. */
export const findInvited = (trx: Trx, companyKey: number, now: Date) =>
  trx
    .selectFrom('user_sponsor as us')
    .innerJoin('app_user as u', 'u.user_key', 'us.user_key')
    .innerJoin('sponsor as sp', 'sp.sponsor_key', 'us.sponsor_key')
    .distinctOn('u.user_key')
    .select([
      ...(['u.user_key', 'u.user_id', 'u.name', 'u.email', 'us.sponsor_key'] as const),
      sql<Date | null>`(select max(t.expires_at) from password_token t
        where t.user_key = u.user_key and t.kind = 'first' and t.used_at is null and t.expires_at > ${now})`.as(
        'until',
      ),
    ])
    .where('sp.company_key', '=', companyKey)
    .where('u.password_hash', 'is', null)
    .orderBy('u.user_key')
    .orderBy('us.sponsor_key')
    .execute();

/** Users who may administer the sponsor at the time, with what its other sponsors need to know of their accounts. */
export async function findAdministratorsOf(trx: Trx, sponsorKey: number, at: Date) {
  const { rows } = await sql<{
    userKey: number;
    userId: string;
    name: string;
    mail: string | null;
    unblind: boolean;
  }>`
    select u.user_key as "userKey", u.user_id as "userId", u.name, u.email as mail, us.unblind
    from user_sponsor us join app_user u on u.user_key = us.user_key
    where us.sponsor_key = ${sponsorKey} and u.active and takes_part(us, ${at})
      and exists (select 1 from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        join role_privilege p on p.sponsor_key = r.sponsor_key and p.role_id = r.role_id
        where ur.sponsor_key = us.sponsor_key and ur.user_key = us.user_key and p.priv_id = 'EDIT.ADMIN')
    order by u.user_key`.execute(trx);
  return rows;
}
