/** Queries on support accesses: system administrators whom a sponsor lets see its data. They decide nothing. */
import { lowerLetters } from '../../shared/text/fold.ts';
import type { SessionUser } from '../http/session.ts';
import type { Db, Trx } from '../storage/database.ts';

/** The sponsors that a system administrator may see at the moment, by name. */
export function findSupported(db: Db, userKey: number, now: Date) {
  return db
    .selectFrom('support_access as a')
    .innerJoin('sponsor as s', 's.sponsor_key', 'a.sponsor_key')
    .innerJoin('app_user as u', 'u.user_key', 'a.user_key')
    .select(({ fn }) => ['s.sponsor_key', 's.name', fn.max('a.until_at').as('until')])
    .where('a.user_key', '=', userKey)
    .where('u.is_system_admin', '=', true)
    .where('a.ended_at', 'is', null)
    .where('a.until_at', '>', now)
    .groupBy(['s.sponsor_key', 's.name'])
    .orderBy('s.name')
    .execute();
}

/** That the access of a user is in use. */
export async function noteSupportUse(
  db: Db,
  { sponsorKey, userKey }: Pick<SessionUser, 'sponsorKey' | 'userKey'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('support_access')
    .set({ last_used_at: now })
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .where('ended_at', 'is', null)
    .where('until_at', '>', now)
    .execute();
}

/** All that the sponsor granted, the newest first. */
export const findGranted = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('support_access as a')
    .innerJoin('app_user as u', 'u.user_key', 'a.user_key')
    .selectAll('a')
    .select(['u.user_id', 'u.name'])
    .where('a.sponsor_key', '=', sponsorKey)
    .orderBy('a.access_no', 'desc')
    .execute();

/** An active system administrator by the id; undefined: there is none. */
export const findSystemAdministrator = (trx: Trx, userId: string) =>
  trx
    .selectFrom('app_user')
    .select(['user_key', 'user_id', 'name'])
    .where(({ fn }) => fn<string>('lower', ['user_id']), '=', lowerLetters(userId))
    .where('is_system_admin', '=', true)
    .where('active', '=', true)
    .executeTakeFirst();

export interface NewAccess {
  sponsorKey: number;
  userKey: number;
  grantedBy: string;
  reason: string;
  at: Date;
  until: Date;
}

export async function insertAccess(
  trx: Trx,
  { sponsorKey, userKey, grantedBy, reason, at, until }: NewAccess,
): Promise<void> {
  await trx
    .insertInto('support_access')
    .values({
      sponsor_key: sponsorKey,
      user_key: userKey,
      granted_at: at,
      granted_by: grantedBy,
      reason,
      until_at: until,
    })
    .execute();
}

/** The user of the access that was ended; undefined: there is no such access, or it is over. */
export const endAccess = (
  trx: Trx,
  { sponsorKey, accessNo, by, at }: { sponsorKey: number; accessNo: number; by: string; at: Date },
) =>
  trx
    .updateTable('support_access')
    .set({ ended_at: at, ended_by: by })
    .where('sponsor_key', '=', sponsorKey)
    .where('access_no', '=', accessNo)
    .where('ended_at', 'is', null)
    .where('until_at', '>', at)
    .returning('user_key')
    .executeTakeFirst();
