/** Queries of links that set a password, and of the password itself. They decide nothing. */
import { lowerLetters } from '../../shared/text/fold.ts';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, Trx } from '../storage/database.ts';
import { lockUser } from './account.store.ts';
import type { PasswordTokenTable } from '../storage/accountTables.ts';

export interface Account {
  user_key: number;
  user_id: string;
  name: string;
  email: string | null;
}

/** The active user of that id, whatever the case of its letters. */
export function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  return db
    .selectFrom('app_user')
    .select(['user_key', 'user_id', 'name', 'email'])
    .where(sql`lower(user_id)`, '=', lowerLetters(userId))
    .where('active', '=', true)
    .executeTakeFirst();
}

/**
 * Links of the user that wait to be used are void from now on, also those that another transaction makes at the same moment:
 * the user is locked until this one ends.
 */
export async function deleteOpenLinks(trx: Trx, userKey: number): Promise<void> {
  await lockUser(trx, userKey);
  await trx
    .deleteFrom('password_token')
    .where('user_key', '=', userKey)
    .where('used_at', 'is', null)
    .execute();
}

export async function insertLink(db: Db, link: Insertable<PasswordTokenTable>): Promise<void> {
  await db.insertInto('password_token').values(link).execute();
}

/** Whose the link is, while it is good. */
export function findLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('password_token as t')
    .innerJoin('app_user as u', 'u.user_key', 't.user_key')
    .select(['t.kind', 'u.user_key', 'u.user_id', 'u.name', 'u.password_hash'])
    .where('t.token_hash', '=', tokenHash)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('u.active', '=', true)
    .executeTakeFirst();
}

/** Answers whether it was good until now: of several at once, one wins. */
export async function useLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('password_token')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** The password from now on; the former one is kept to be refused. */
export async function putPasswordHash(db: Db, userKey: number, hash: string, at: Date): Promise<void> {
  await sql`insert into password_history (user_key, replaced_at, password_hash)
    select user_key, ${at}, password_hash from app_user where user_key = ${userKey} and password_hash is not null
    on conflict do nothing`.execute(db);
  await db
    .updateTable('app_user')
    .set({ password_hash: hash, password_changed_at: at })
    .where('user_key', '=', userKey)
    .execute();
}

export async function deletePasswordTokensBefore(db: Db, notSince: Date): Promise<void> {
  await db.deleteFrom('password_token').where('expires_at', '<', notSince).execute();
}

/** The passwords before the current one, the newest first. */
export const findFormerHashes = (db: Db, userKey: number, count: number) =>
  db
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_key', '=', userKey)
    .orderBy('replaced_at', 'desc')
    .limit(count)
    .execute();
