/** Checks a user's password, at sign-in and when they sign. */
import { lowerLetters } from '../../shared/text/fold.ts';
import { sql } from 'kysely';
import type { ClockWorld } from '../ports/clock.ts';
import { tooManyAttempts } from '../problems.ts';
import type { Db, DatabaseWorld } from '../storage/database.ts';
import { matchesPassword } from './passwords.ts';
import { noteWrongPassword } from './signInFailures.ts';
import { refuseOften } from './refuseOften.ts';
import { takeBackAttempt, type Subject } from './throttle.store.ts';

/** A user whose identity is verified, and how it was. */
export interface Proof {
  userKey: number;
  userId: string;
  userName: string;
  passwordHash: string;
  passwordChangedAt: Date;
}

/**
 * The active user whose password this is; null for an unknown user as for a wrong password. Every wrong one counts:
 * throws 429 TOO_MANY_ATTEMPTS while the network address is blocked, or the user. An address from which the user signed
 * in before has a count of its own, so that wrong passwords from elsewhere cannot keep the user out.
 */
export async function checkPassword(
  deps: DatabaseWorld & ClockWorld,
  { userId, password, ip }: { userId: string; password: string; ip: string },
): Promise<Proof | null> {
  const { db, clock } = deps;
  const user: Subject = (await hasSignedInFrom(db, userId, ip))
    ? { kind: 'userAtAddress', name: `${ip} ${userId}` }
    : { kind: 'user', name: userId };
  const address: Subject = { kind: 'address', name: ip };
  await refuseOften({ db, clock }, [address, user], tooManyAttempts);
  const found = await findUserById(db, userId);
  const matches = await matchesPassword(found?.password_hash ?? null, password);
  if (!found?.password_hash || !matches || !found.active) {
    await noteWrongPassword(deps, found ? { userKey: found.user_key, userId: found.user_id } : null, ip);
    return null;
  }
  await takeBackAttempt(db, user, address);
  return {
    userKey: found.user_key,
    userId: found.user_id,
    userName: found.name,
    passwordHash: found.password_hash,
    passwordChangedAt: found.password_changed_at,
  };
}

/**
 * Checks that the password is still valid: hashing takes a while, in which it may be changed or the user disabled.
 * Locks the user until the transaction ends.
 */
export async function stillHolds(
  db: Db,
  { userKey, passwordHash }: Pick<Proof, 'userKey' | 'passwordHash'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_key', '=', userKey)
    .where('password_hash', '=', passwordHash)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the user has signed in from the address, as far back as sessions are kept. */
async function hasSignedInFrom(db: Db, userId: string, ip: string): Promise<boolean> {
  const found = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.user_key', 's.user_key')
    .select('s.user_key')
    .where(sql`lower(u.user_id)`, '=', lowerLetters(userId))
    .where('s.ip', '=', ip)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const findUserById = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .select(['user_key', 'user_id', 'name', 'password_hash', 'password_changed_at', 'active'])
    .where(sql`lower(user_id)`, '=', lowerLetters(userId))
    .executeTakeFirst();
