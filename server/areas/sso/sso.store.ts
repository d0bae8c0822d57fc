/** Queries of sign-ons under way and of linked identities. They decide nothing. */
import type { Db } from '../../storage/database.ts';
import type { SsoRequestTable, SsoTicketTable } from '../../storage/accountTables.ts';

export async function insertRequest(db: Db, row: SsoRequestTable): Promise<void> {
  await db.insertInto('sso_request').values(row).execute();
}

/** Takes the request out, so that it answers once; undefined where there is none of this state and challenge, in time. */
export const takeRequest = (db: Db, stateHash: Buffer, challengeHash: Buffer, now: Date) =>
  db
    .deleteFrom('sso_request')
    .where('state_hash', '=', stateHash)
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .returning(['realm_id', 'nonce', 'code_verifier'])
    .executeTakeFirst();

export async function insertTicket(db: Db, row: SsoTicketTable): Promise<void> {
  await db.insertInto('sso_ticket').values(row).execute();
}

export const findTicket = (db: Db, ticketHash: Buffer, now: Date) =>
  db
    .selectFrom('sso_ticket')
    .selectAll()
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** False if a concurrent request was faster. */
export async function takeTicket(db: Db, ticketHash: Buffer): Promise<boolean> {
  const taken = await db.deleteFrom('sso_ticket').where('ticket_hash', '=', ticketHash).executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

interface Subject {
  issuer: string;
  subject: string;
}

/** The link of a person, with the account it leads to. */
export const findLink = (db: Db, { issuer, subject }: Subject) =>
  db
    .selectFrom('user_identity as i')
    .innerJoin('app_user as u', 'u.user_key', 'i.user_key')
    .select(['i.identity_key', 'i.user_key', 'u.active'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .where('i.unlinked_at', 'is', null)
    .executeTakeFirst();

/** Does nothing where the person is linked already, with whomever. Answers whether it did anything. */
export async function insertLink(
  db: Db,
  { issuer, subject, email }: Subject & { email: string | null },
  userKey: number,
  at: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('user_identity')
    .values({ user_key: userKey, issuer, subject, email, linked_at: at })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).where('unlinked_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** False if it was unlinked in the meantime. Waits for a concurrent change of the link. */
export async function touchLink(
  db: Db,
  identityKey: number,
  email: string | null,
  at: Date,
): Promise<boolean> {
  const touched = await db
    .updateTable('user_identity')
    .set({ last_used_at: at, email })
    .where('identity_key', '=', identityKey)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();
  return touched.numUpdatedRows > 0n;
}

export const findLinksOf = (db: Db, userKey: number) =>
  db
    .selectFrom('user_identity')
    .select(['identity_key', 'issuer', 'email', 'linked_at', 'last_used_at'])
    .where('user_key', '=', userKey)
    .where('unlinked_at', 'is', null)
    .orderBy('identity_key')
    .execute();

/** Answers whose identity it was; undefined where the user has no such link. */
export const endLink = (db: Db, userKey: number, identityKey: number, at: Date) =>
  db
    .updateTable('user_identity')
    .set({ unlinked_at: at })
    .where('identity_key', '=', identityKey)
    .where('user_key', '=', userKey)
    .where('unlinked_at', 'is', null)
    .returning(['issuer', 'subject', 'email'])
    .executeTakeFirst();

/** Ends the sessions that a link has opened, but this one. */
export async function endSessionsOfLink(
  db: Db,
  identityKey: number,
  allBut: Buffer,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: at, end_reason: reason })
    .where('ended_at', 'is', null)
    .where('token_hash', '<>', allBut)
    .where('token_hash', 'in', (query) =>
      query.selectFrom('session_sso').select('token_hash').where('identity_key', '=', identityKey),
    )
    .execute();
}
