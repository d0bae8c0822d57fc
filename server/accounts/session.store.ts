/** Queries of sessions and of where a user may work. They decide nothing. */
import { sql } from 'kysely';
import type { Db, Trx } from '../storage/database.ts';

/** Whether the user may enter administration mode. */
export async function isSystemAdmin(db: Db, userKey: number): Promise<boolean> {
  const found = await db
    .selectFrom('app_user')
    .select('is_system_admin')
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return found?.is_system_admin === true;
}

/** The sponsors a user may work for, by name. */
export function findSponsorsOf(db: Db, userKey: number, now: Date) {
  return db
    .selectFrom('user_sponsor as us')
    .innerJoin('sponsor as s', 's.sponsor_key', 'us.sponsor_key')
    .select(['s.sponsor_key', 's.name', 'us.last_used_at'])
    .where('us.user_key', '=', userKey)
    .where(sql<boolean>`takes_part(us, ${now}::timestamptz)`)
    .orderBy('s.name')
    .orderBy('s.sponsor_key')
    .execute();
}

/** The name of an inactive company for which the user works; undefined: there is none. */
export async function findInactiveCompany(db: Db, userKey: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('user_sponsor as us')
    .innerJoin('sponsor as s', 's.sponsor_key', 'us.sponsor_key')
    .innerJoin('company as c', 'c.company_key', 's.company_key')
    .select('c.name')
    .where('us.user_key', '=', userKey)
    .where('c.active', '=', false)
    .orderBy('c.name')
    .limit(1)
    .executeTakeFirst();
  return found?.name;
}

/** The senders of the transaction's sponsor, oldest first. `only` empty = all. */
export function findSenders(trx: Trx, only: readonly number[]) {
  return trx
    .selectFrom('sender')
    .select(['sender_key', 'organisation'])
    .where('del_flag', '=', 'N')
    .$if(only.length > 0, (query) => query.where('sender_key', 'in', only))
    .orderBy('sender_key')
    .execute();
}

export interface NewSession {
  tokenHash: Buffer;
  userKey: number;
  sponsorKey: number;
  at: Date;
  expiresAt: Date;
  absoluteUntil: Date;
  ip: string;
  agent: string | null;
  signedInBy: 'password' | 'sso';
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_key: session.userKey,
      sponsor_key: session.sponsorKey,
      sender_key: null,
      created_at: session.at,
      last_seen_at: session.at,
      expires_at: session.expiresAt,
      absolute_until: session.absoluteUntil,
      ip: session.ip,
      agent: session.agent,
      signed_in_by: session.signedInBy,
    })
    .execute();
}

/** From now on the session works for this sponsor and sender, and the next one begins there. */
export async function moveSession(
  db: Db,
  session: { tokenHash: Buffer; userKey: number; sponsorKey: number; senderKey: number | null; at: Date },
): Promise<void> {
  const { tokenHash, userKey, sponsorKey, senderKey, at } = session;
  await db
    .updateTable('session')
    .set({ sponsor_key: sponsorKey, sender_key: senderKey })
    .where('token_hash', '=', tokenHash)
    .execute();
  await db
    .updateTable('user_sponsor')
    .set({ last_used_at: at, last_sender_key: senderKey })
    .where('user_key', '=', userKey)
    .where('sponsor_key', '=', sponsorKey)
    .execute();
}

/** written no more often: every call looks at the session */
const SEEN_MS = 60_000;

/** The user has made a call. */
export async function noteSeen(
  db: Db,
  { tokenHash, lastSeenAt }: { tokenHash: Buffer; lastSeenAt: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() < SEEN_MS) return;
  await db.updateTable('session').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** Answers the new deadline; undefined when the session is over already. */
export function extendSessionRow(db: Db, tokenHash: Buffer, expiresAt: Date, now: Date) {
  return db
    .updateTable('session')
    .set({ expires_at: sql<Date>`least(${expiresAt}::timestamptz, absolute_until)` })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
}

/** Which of a user's sessions: this one, all, all but this one, or those that work for a sponsor. */
export type WhichSessions =
  | { tokenHash: Buffer }
  | { sessionId: string; sponsorKey?: number }
  | 'all'
  | { allBut: Buffer }
  | { sponsorKey: number };

/**
 * Ends sessions of a user, and keeps why: also those whose deadline has passed, since by the clock of another machine, or by
 * this one once it is set back, it has not. Answers how many were open.
 */
export async function endSessions(
  db: Db,
  userKey: number,
  which: WhichSessions,
  { reason, at }: { reason: string; at: Date },
): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: at, end_reason: reason })
    .where('user_key', '=', userKey)
    .where('ended_at', 'is', null)
    .where((eb) => {
      if (which === 'all') return eb.lit(true);
      if ('tokenHash' in which) return eb('token_hash', '=', which.tokenHash);
      if ('allBut' in which) return eb('token_hash', '<>', which.allBut);
      const { sponsorKey } = which;
      return eb.and([
        ...('sessionId' in which ? [eb('session_id', '=', which.sessionId)] : []),
        ...(sponsorKey === undefined ? [] : [eb('sponsor_key', '=', sponsorKey)]),
      ]);
    })
    .returning('expires_at')
    .execute();
  return ended.filter(({ expires_at }) => expires_at > at).length;
}

/** The sessions of a user that are not over, the newest first, each with the name of its sponsor. */
export function findOpenSessions(db: Db, userKey: number, now: Date) {
  return db
    .selectFrom('session as s')
    .leftJoin('sponsor as sp', 'sp.sponsor_key', 's.sponsor_key')
    .select([
      ...(['s.token_hash', 's.session_id', 's.created_at', 's.last_seen_at', 's.expires_at'] as const),
      ...(['s.ip', 's.agent', 's.signed_in_by', 's.sponsor_key', 'sp.name as sponsor_name'] as const),
    ])
    .where('s.user_key', '=', userKey)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.session_id')
    .execute();
}

/** No session lives longer than its deadline, so the deadline tells how long it has been over. */
export async function deleteSessionsBefore(db: Db, notSince: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', notSince).execute();
}

/** What a session tells of the user, of the sponsor and of the user's part in it. */
export function readPart(db: Db, sponsorKey: number, userKey: number) {
  return db
    .selectFrom('sponsor as s')
    .innerJoin('company as c', 'c.company_key', 's.company_key')
    .innerJoin('app_user as u', (join) => join.on('u.user_key', '=', userKey))
    .leftJoin('user_sponsor as us', (join) =>
      join.onRef('us.sponsor_key', '=', 's.sponsor_key').onRef('us.user_key', '=', 'u.user_key'),
    )
    .select((eb) => [
      'c.client_type',
      'c.medical_coding',
      'c.name as organization',
      's.use_workflow',
      's.session_minutes',
      'u.email',
      'us.last_sender_key',
      eb.fn.coalesce('us.default_appendix', 's.default_appendix').as('default_appendix'),
      sql<string | null>`(
        select string_agg(r.name, ', ' order by r.role_id) from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        where ur.sponsor_key = ${sponsorKey} and ur.user_key = ${userKey})`.as('role_name'),
    ])
    .where('s.sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
}
