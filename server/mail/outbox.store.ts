/** Queries of mails on their way out. They decide nothing. */
import { sql, type Insertable } from 'kysely';
import type { Delivery } from '../../shared/mail/deliveryReport.types.ts';
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

export const findMail = (db: Db, emailKey: number) =>
  db
    .selectFrom('outbox_email')
    .select(['message_id', 'recipient', 'subject', 'body', 'state', 'give_up_at', 'last_error'])
    .select(['file_key', 'file_name', 'media_type'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();

const waiting = (db: Db, emailKey: number) =>
  db.updateTable('outbox_email').where('email_key', '=', emailKey).where('state', '=', 'ready');

export async function markSent(db: Db, emailKey: number, at: Date): Promise<void> {
  await waiting(db, emailKey).set({ state: 'sent', sent_at: at, body: null, last_error: null }).execute();
}

/** Given up: its text is not kept any longer. */
export async function markFailed(db: Db, emailKey: number, why: string): Promise<void> {
  await waiting(db, emailKey).set({ state: 'failed', body: null, last_error: why }).execute();
}

/** It is tried again. */
export async function noteFailure(db: Db, emailKey: number, why: string): Promise<void> {
  await waiting(db, emailKey).set({ last_error: why }).execute();
}

/** Notes what mail servers report of a mail. False: there is no such mail. A bounce is final, and no delay follows a delivery. */
export async function noteDelivery(
  db: Db,
  mailIds: readonly string[],
  { delivery, note, at }: { delivery: Delivery; note: string; at: Date },
): Promise<boolean> {
  const messageIds = mailIds.map((id) => `<${id}>`);
  const found = await db
    .selectFrom('outbox_email')
    .select(['email_key', 'delivery'])
    // as one parameter: a stranger's mail may name more of them than a statement takes
    .where(sql<boolean>`message_id = any(${messageIds})`)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return false;
  const isFinal = found.delivery === 'bounced' || (found.delivery === 'delivered' && delivery === 'delayed');
  if (!isFinal)
    await db
      .updateTable('outbox_email')
      .set({ delivery, delivery_note: note, delivery_at: at })
      .where('email_key', '=', found.email_key)
      .execute();
  return true;
}
