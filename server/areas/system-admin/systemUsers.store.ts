/** Queries of users over all sponsors. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { PART_STATE } from '../../accounts/userState.store.ts';
import type { USER_STATES } from '../../../shared/contract/users.ts';
import type { Trx } from '../../storage/database.ts';

export function findSystemUser(trx: Trx, userKey: number, now: Date) {
  return trx
    .selectFrom('app_user as u')
    .select([
      ...([
        'u.user_id',
        'u.name',
        'u.email',
        'u.active',
        'u.is_system_admin',
        'u.password_changed_at',
      ] as const),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<Date | null>`(select f.confirmed_at from user_factor f
        where f.user_key = u.user_key and f.secret is not null)`.as('factor_since'),
      sql<Date | null>`(select max(t.expires_at) from password_token t
        where t.user_key = u.user_key and t.kind = 'first' and t.used_at is null and t.expires_at > ${now})`.as(
        'invited_until',
      ),
    ])
    .where('u.user_key', '=', userKey)
    .executeTakeFirst();
}

export interface UserPart {
  sponsorKey: number;
  sponsor: string;
  company: string;
  roles: string;
  state: (typeof USER_STATES)[number];
  since: Date;
  lastSignIn: Date | null;
}

/** The sponsors that the user belongs to, by name. */
export async function findUserParts(trx: Trx, userKey: number): Promise<UserPart[]> {
  const { rows } = await sql<UserPart>`
    select sp.sponsor_key as "sponsorKey", sp.name as sponsor, c.name as company, us.since,
      us.last_used_at as "lastSignIn", ${PART_STATE} as state,
      coalesce((select string_agg(r.name, ', ' order by r.name) from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        where ur.sponsor_key = us.sponsor_key and ur.user_key = us.user_key), '') as roles
    from user_sponsor us join sponsor sp using (sponsor_key) join company c using (company_key)
    join app_user u on u.user_key = us.user_key
    where us.user_key = ${userKey} order by sp.name, sp.sponsor_key`.execute(trx);
  return rows;
}

export async function putActive(trx: Trx, userKey: number, active: boolean): Promise<void> {
  await trx.updateTable('app_user').set({ active }).where('user_key', '=', userKey).execute();
}

export async function putSystemAdmin(trx: Trx, userKey: number, isSystemAdmin: boolean): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ is_system_admin: isSystemAdmin })
    .where('user_key', '=', userKey)
    .execute();
}

/** Changes of who administers the system wait for each other. */
export const lockSystemAdmins = (trx: Trx) =>
  sql`select user_key from app_user where is_system_admin order by user_key for no key update`.execute(trx);

/** System administrators who can sign in. */
export async function countSystemAdmins(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_system_admin', '=', true)
    .where('active', '=', true)
    .where(
      sql<boolean>`(password_hash is not null or exists (select 1 from user_identity i
        where i.user_key = app_user.user_key and i.unlinked_at is null))`,
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
