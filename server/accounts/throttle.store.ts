/** What may be tried only so often, by user and by network address, counted in the database: all processes see the same. */
import { lowerLetters } from '../../shared/text/fold.ts';
import { sql } from 'kysely';
import { CLOCKS_APART_S } from '../ports/clock.ts';
import type { Db } from '../storage/database.ts';

/**
 * Attempts before a delay. Of passwords only wrong and pending ones count, so that one user may sign in from several
 * places at once; otherwise each attempt counts. Many users may share one network address: of `shared` ones the free attempts
 * come back little by little, all of them in an hour. Where someone is always busy they would never be forgotten, and the
 * mistakes of a day would keep everybody out.
 */
const LIMITS = {
  user: { free: 10, firstWaitS: 1 },
  /** of a user from a network address where they signed in before: `ADDRESS USER` */
  userAtAddress: { free: 10, firstWaitS: 1 },
  address: { free: 60, firstWaitS: 1, shared: true },
  /** codes of a second factor, after a right password */
  code: { free: 5, firstWaitS: 30 },
  mailToUser: { free: 3, firstWaitS: 60 },
  mailFromAddress: { free: 20, firstWaitS: 60, shared: true },
  /** of browsers without a session */
  reportFromAddress: { free: 100, firstWaitS: 60, shared: true },
  /** those that end in no identity */
  signOnFromAddress: { free: 100, firstWaitS: 10, shared: true },
} as const satisfies Record<string, { free: number; firstWaitS: number; shared?: true }>;
/** each wait is twice the one before, up to this */
const MAX_BLOCK_S = 15 * 60;
/** attempts are forgotten when none was added for so long: longer than the longest wait, or waiting would reset it */
const FORGET_AFTER_S = 60 * 60;

/** long ago: of attempts made at once, the clock of one may be a little behind that of another */
const NOT_BLOCKED = new Date(0);

export interface Subject {
  kind: keyof typeof LIMITS;
  name: string;
}

const keyOf = ({ kind, name }: Subject): string => `${kind}:${lowerLetters(name)}`;

/**
 * Counts an attempt as failed before it is made, so that attempts made at once cannot slip through. Answers the seconds
 * to wait when the subject is blocked: then nothing was counted.
 */
export async function countAttempt(db: Db, subject: Subject, now: Date): Promise<number> {
  const key = keyOf(subject);
  const limit = LIMITS[subject.kind];
  const { free, firstWaitS } = limit;
  const cameBack =
    'shared' in limit
      ? sql`greatest(0, floor(extract(epoch from ${now}::timestamptz - t.last_failed_at) / ${FORGET_AFTER_S / free}))::int`
      : sql`0`;
  const isForgotten = sql`t.last_failed_at < ${now}::timestamptz - make_interval(secs => ${FORGET_AFTER_S})`;
  // since then the next one comes back; a clock that was ahead and is set back does not keep it
  const countedFrom =
    'shared' in limit
      ? sql`least(t.last_failed_at + ${cameBack} * make_interval(secs => ${FORGET_AFTER_S / free}), ${now}::timestamptz)`
      : sql`${now}::timestamptz`;
  const isFirst = sql`(${isForgotten} or t.failures <= ${cameBack})`;
  const failures = sql`t.failures + 1 - ${cameBack}`;
  const counted = await sql`
    insert into login_throttle as t (subject, failures, last_failed_at, blocked_until)
    values (${key}, 1, ${now}, ${NOT_BLOCKED})
    on conflict (subject) do update set
      failures = case when ${isFirst} then 1 else ${failures} end,
      last_failed_at = case when ${isFirst} then ${now}::timestamptz else ${countedFrom} end,
      blocked_until = case when ${isFirst} or ${failures} < ${free} then ${NOT_BLOCKED}::timestamptz
        else ${now}::timestamptz
          + make_interval(secs => least(${firstWaitS} * power(2, least(${failures} - ${free}, 20)), ${MAX_BLOCK_S})) end
    where t.blocked_until <= ${now}
      or t.blocked_until > ${now}::timestamptz + make_interval(secs => ${MAX_BLOCK_S + CLOCKS_APART_S})
    returning subject`.execute(db);
  if (counted.rows.length > 0) return 0;
  const blocked = await db
    .selectFrom('login_throttle')
    .select('blocked_until')
    .where('subject', '=', key)
    .executeTakeFirst();
  const left = (blocked?.blocked_until.getTime() ?? 0) - now.getTime();
  return Math.max(1, Math.ceil(left / 1000));
}

/** The attempt was good: the user's failures are forgotten, the address gets back the one it was counted for. */
export async function takeBackAttempt(db: Db, user: Subject, address: Subject): Promise<void> {
  await forgetAttempts(db, user);
  await giveBackAttempt(db, address);
}

/** The attempt was good: the address gets back the one it was counted for. */
export async function giveBackAttempt(db: Db, address: Subject): Promise<void> {
  await db
    .updateTable('login_throttle')
    .set((eb) => ({
      failures: eb('failures', '-', 1),
      // a good attempt does not lift the block that wrong ones have earned
      blocked_until: eb
        .case()
        .when('failures', '<=', LIMITS[address.kind].free)
        .then(NOT_BLOCKED)
        .else(eb.ref('blocked_until'))
        .end(),
    }))
    .where('subject', '=', keyOf(address))
    .where('failures', '>', 0)
    .execute();
}

export async function forgetAttempts(db: Db, subject: Subject): Promise<void> {
  await db.deleteFrom('login_throttle').where('subject', '=', keyOf(subject)).execute();
}

/** Forgets the failures of a user, wherever they were made. */
export async function forgetFailuresOf(db: Db, userId: string): Promise<void> {
  await forgetAttempts(db, { kind: 'user', name: userId });
  await db
    .deleteFrom('login_throttle')
    .where('subject', 'like', 'userAtAddress:%')
    // an address contains no space, a user id may
    .where(sql`substr(subject, strpos(subject, ' ') + 1)`, '=', lowerLetters(userId))
    .execute();
}

/** Removes what counts no more. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - FORGET_AFTER_S * 1000);
  await db.deleteFrom('login_throttle').where('last_failed_at', '<', forgotten).execute();
}
