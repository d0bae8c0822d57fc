/** Queries of sign-in, sessions, sponsors and senders. They decide nothing. */
import { sql } from 'kysely';
import type { Db, Trx } from '../../storage/database.ts';

/** The sponsors a user takes part in, by name; for a system administrator all. */
export function findSponsorsOf(db: Db, userKey: number) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('sponsor as s', (join) => join.onTrue())
    .leftJoin('user_sponsor as us', (join) =>
      join.onRef('us.sponsor_key', '=', 's.sponsor_key').onRef('us.user_key', '=', 'u.user_key'),
    )
    .select(['s.sponsor_key', 's.name', 'us.last_used_at'])
    .where('u.user_key', '=', userKey)
    .where((eb) => eb.or([eb('us.user_key', 'is not', null), eb('u.is_system_admin', '=', true)]))
    .orderBy('s.name')
    .orderBy('s.sponsor_key')
    .execute();
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
  senderKey: number | null;
  at: Date;
  expiresAt: Date;
  absoluteUntil: Date;
  ip: string;
  agent: string | null;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_key: session.userKey,
      sponsor_key: session.sponsorKey,
      sender_key: session.senderKey,
      created_at: session.at,
      expires_at: session.expiresAt,
      absolute_until: session.absoluteUntil,
      ip: session.ip,
      agent: session.agent,
    })
    .execute();
}

/** From now on the session works for this sponsor and sender, and the next one begins there. */
export async function moveSession(
  db: Db,
  session: { tokenHash: Buffer; userKey: number; sponsorKey: number; senderKey: number | null; at: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ sponsor_key: session.sponsorKey, sender_key: session.senderKey })
    .where('token_hash', '=', session.tokenHash)
    .execute();
  await touchSponsor(db, session);
}

async function touchSponsor(
  db: Db,
  { userKey, sponsorKey, at }: { userKey: number; sponsorKey: number; at: Date },
): Promise<void> {
  await db
    .updateTable('user_sponsor')
    .set({ last_used_at: at })
    .where('user_key', '=', userKey)
    .where('sponsor_key', '=', sponsorKey)
    .execute();
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

export async function endSessionRow(db: Db, tokenHash: Buffer, reason: string, at: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: at, end_reason: reason })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

/** What a session tells of the sponsor and the user's part in it. */
export function readPart(db: Db, sponsorKey: number, userKey: number) {
  return db
    .selectFrom('sponsor as s')
    .innerJoin('company as c', 'c.company_key', 's.company_key')
    .leftJoin('user_sponsor as us', (join) =>
      join.onRef('us.sponsor_key', '=', 's.sponsor_key').on('us.user_key', '=', userKey),
    )
    .select((eb) => [
      'c.client_type',
      'c.name as organization',
      's.use_workflow',
      's.idf_version',
      's.session_minutes',
      eb.fn.coalesce('us.default_appendix', 's.default_appendix').as('default_appendix'),
      sql<string | null>`(
        select string_agg(r.name, ', ' order by r.role_id) from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        where ur.sponsor_key = ${sponsorKey} and ur.user_key = ${userKey})`.as('role_name'),
    ])
    .where('s.sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
}

export async function putDefaultAppendix(
  db: Db,
  { sponsorKey, userKey, appendix }: { sponsorKey: number; userKey: number; appendix: string },
): Promise<void> {
  await db
    .updateTable('user_sponsor')
    .set({ default_appendix: appendix })
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .execute();
}
