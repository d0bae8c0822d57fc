/** Who somebody claims to be: at sign-in, and again where he signs. */
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { tooManyAttempts } from '../problems.ts';
import type { Db } from '../storage/database.ts';
import { matchesPassword } from './passwords.ts';
import { countAttempt, takeBackAttempt, type Subject } from './throttle.store.ts';

/**
 * The key of the active user whose password this is; null for an unknown user as for a wrong password. Every wrong one
 * counts: throws 429 TOO_MANY_ATTEMPTS while the user or the network address is blocked.
 */
export async function checkPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, password, ip }: { userId: string; password: string; ip: string },
): Promise<number | null> {
  const user: Subject = { kind: 'user', name: userId };
  const address: Subject = { kind: 'address', name: ip };
  for (const subject of [address, user]) {
    const seconds = await countAttempt(db, subject, clock.now());
    if (seconds > 0) throw tooManyAttempts(seconds);
  }
  const found = await findUserById(db, userId);
  const matches = await matchesPassword(found?.password_hash ?? null, password);
  if (!found || !matches || !found.active) return null;
  await takeBackAttempt(db, user, address);
  return found.user_key;
}

const findUserById = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .select(['user_key', 'password_hash', 'active'])
    .where(sql`lower(user_id)`, '=', userId.toLowerCase())
    .executeTakeFirst();
