/** Queries of failures to sign in. They decide nothing. */
import { sql } from 'kysely';
import type { Db } from '../storage/database.ts';

/** So many within so long are reported. */
export const ALARM_AT = 5;
export const WITHIN_SECONDS = 15 * 60;

export interface SignInFailure {
  /** null: no user has the id that was given, which is not stored: it may be a password */
  userKey: number | null;
  ip: string;
  at: Date;
}

export async function noteSignInFailure(db: Db, { userKey, ip, at }: SignInFailure): Promise<void> {
  await db.insertInto('sign_in_failure').values({ user_key: userKey, ip, at }).execute();
}

/** Failures of a user since a moment. */
export async function countFailuresSince(db: Db, userKey: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_failure')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_key', '=', userKey)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findLastFailure(db: Db, userKey: number) {
  return db
    .selectFrom('sign_in_failure')
    .select(['at', 'ip'])
    .where('user_key', '=', userKey)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function deleteFailuresBefore(db: Db, notSince: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('at', '<', notSince).execute();
}

/** Addresses of those who administer a sponsor of the user. */
export async function findAdministratorMails(db: Db, userKey: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct a.email from user_sponsor us
    join user_role ur on ur.sponsor_key = us.sponsor_key
    join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
    join role_privilege p on p.sponsor_key = r.sponsor_key and p.role_id = r.role_id and p.priv_id = 'EDIT.ADMIN'
    join app_user a on a.user_key = ur.user_key and a.active and a.email is not null
    join user_sponsor part on part.sponsor_key = ur.sponsor_key and part.user_key = ur.user_key
    where us.user_key = ${userKey} and takes_part(part, ${now}::timestamptz)
    order by a.email`.execute(db);
  return rows.map(({ email }) => email);
}
