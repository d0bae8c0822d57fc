/** Queries of accounts as administrators see them. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import type { Trx } from '../storage/database.ts';
import { itemRightColumns } from './itemRights.store.ts';
import { scopeColumns } from './scope.store.ts';

/** Whatever else locks the user waits until the transaction ends. */
export async function lockUser(trx: Trx, userKey: number): Promise<void> {
  await trx
    .selectFrom('app_user')
    .select('user_key')
    .where('user_key', '=', userKey)
    .forNoKeyUpdate()
    .execute();
}

/** The account of a user of a sponsor; the days of its access count in the time zone of the sponsor. */
export function findAccountIn(trx: Trx, sponsorKey: number, userKey: number, now: Date) {
  return trx
    .selectFrom('user_sponsor as us')
    .innerJoin('app_user as u', 'u.user_key', 'us.user_key')
    .innerJoin('sponsor as sp', 'sp.sponsor_key', 'us.sponsor_key')
    .select([
      ...(['u.user_key', 'u.user_id', 'u.name', 'u.email', 'u.active', 'u.password_changed_at'] as const),
      ...(['us.since', 'us.last_used_at', 'us.locked_at', 'us.unblind'] as const),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<boolean>`coalesce(us.end_on < (${now}::timestamptz at time zone sp.time_zone)::date, false)`.as(
        'ended',
      ),
      sql<boolean>`coalesce(us.start_on > (${now}::timestamptz at time zone sp.time_zone)::date, false)`.as(
        'not_yet',
      ),
      sql<boolean>`coalesce(greatest(us.last_used_at, us.unlocked_at, us.since)
        <= ${now}::timestamptz - make_interval(days => (sp.account_rules ->> 'inactiveDays')::int), false)`.as(
        'inactive',
      ),
      sql<boolean>`us.trained_on is null and sp.account_rules ->> 'training' = 'required'`.as('untrained'),
      sql<Date | null>`(select f.confirmed_at from user_factor f
        where f.user_key = u.user_key and f.secret is not null)`.as('factor_since'),
      sql<boolean>`u.is_system_admin or exists (select 1 from user_sponsor o
        where o.user_key = u.user_key and o.sponsor_key <> us.sponsor_key)`.as('is_shared'),
      sql<Date | null>`(select max(t.expires_at) from password_token t
        where t.user_key = u.user_key and t.kind = 'first' and t.used_at is null and t.expires_at > ${now})`.as(
        'invited_until',
      ),
      ...scopeColumns('us.sponsor_key', 'us.user_key'),
      ...itemRightColumns('us.sponsor_key', 'us.user_key'),
    ])
    .where('us.sponsor_key', '=', sponsorKey)
    .where('us.user_key', '=', userKey)
    .executeTakeFirst();
}

export type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccountIn>>>;

/** What the roles of a user allow in a sponsor, each privilege with the roles that give it. */
export async function findPrivileges(trx: Trx, sponsorKey: number, userKey: number) {
  const { rows } = await sql<{ privId: PrivilegeId; roles: string[] }>`
    select p.priv_id as "privId", array_agg(r.name order by r.role_id) as roles
    from user_role ur
    join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
    join role_privilege p on p.sponsor_key = r.sponsor_key and p.role_id = r.role_id
    where ur.sponsor_key = ${sponsorKey} and ur.user_key = ${userKey}
    group by p.priv_id order by split_part(p.priv_id, '.', 2), p.priv_id`.execute(trx);
  return rows;
}

export async function putLock(
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  lockedAt: Date | null,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('user_sponsor')
    .set(lockedAt === null ? { locked_at: null, unlocked_at: at } : { locked_at: lockedAt })
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .execute();
}
