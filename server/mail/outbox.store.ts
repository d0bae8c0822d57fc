/** Queries of mails on their way out. They decide nothing. */
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '../storage/database.ts';
import type { OutboxEmailTable } from '../storage/accountTables.ts';

/** Answers its key. */
export async function insertMail(db: Db, mail: Insertable<OutboxEmailTable>): Promise<number> {
  const { email_key } = await db
    .insertInto('outbox_email')
    .values(mail)
    .returning('email_key')
    .executeTakeFirstOrThrow();
  return email_key;
}

/**
 * Takes the mail that waits longest for its turn, and keeps others away from it until `until`: a process that dies
 * meanwhile leaves it to them.
 */
export async function claimDueMail(db: Db, now: Date, until: Date) {
  const { rows } = await sql<{
    email_key: number;
    message_id: string;
    recipient: string;
    subject: string;
    body: Buffer;
    attempts: number;
    give_up_at: Date;
    last_error: string | null;
  }>`
    update outbox_email set attempts = attempts + 1, next_at = ${until}
    where email_key = (
      select email_key from outbox_email where state = 'ready' and next_at <= ${now}
      order by next_at limit 1 for update skip locked)
    returning email_key, message_id, recipient, subject, body, attempts, give_up_at, last_error`.execute(db);
  return rows[0];
}

/** The attempt names the claim: who was too slow changes nothing of what another process makes of the mail. */
export interface Claim {
  email_key: number;
  attempts: number;
}

const claimed = (db: Db, { email_key, attempts }: Claim) =>
  db
    .updateTable('outbox_email')
    .where('email_key', '=', email_key)
    .where('attempts', '=', attempts)
    .where('state', '=', 'ready');

export async function markSent(db: Db, claim: Claim, at: Date): Promise<void> {
  await claimed(db, claim).set({ state: 'sent', sent_at: at, body: null, last_error: null }).execute();
}

export async function markFailed(db: Db, claim: Claim, why: string): Promise<void> {
  await claimed(db, claim).set({ state: 'failed', body: null, last_error: why }).execute();
}

export async function postpone(db: Db, claim: Claim, nextAt: Date, why: string): Promise<void> {
  await claimed(db, claim).set({ next_at: nextAt, last_error: why }).execute();
}
