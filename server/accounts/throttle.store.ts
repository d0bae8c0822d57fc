/** Wrong passwords, by user and by network address, counted in the database: all processes see the same. */
import { sql } from 'kysely';
import type { Db } from '../storage/database.ts';

/**
 * Failures that cost nothing yet. Attempts under way count, so one user may sign in from several places at once; many
 * people may share one network address.
 */
const FREE_FAILURES = { user: 10, address: 60 } as const;
/** then 1 s, 2 s, 4 s ... up to this */
const LONGEST_BLOCK_S = 15 * 60;
/** failures are forgotten when none was added for so long: longer than the longest wait, or waiting would reset it */
const FORGET_AFTER_S = 60 * 60;

export interface Subject {
  kind: keyof typeof FREE_FAILURES;
  name: string;
}

const keyOf = ({ kind, name }: Subject): string => `${kind}:${name.toLowerCase()}`;

/**
 * Counts an attempt as failed before it is made, so that attempts made at once cannot slip through. Answers the seconds
 * to wait when the subject is blocked: then nothing was counted.
 */
export async function countAttempt(db: Db, subject: Subject, now: Date): Promise<number> {
  const key = keyOf(subject);
  const free = FREE_FAILURES[subject.kind];
  const counted = await sql`
    insert into login_throttle as t (subject, failures, last_failed_at, blocked_until)
    values (${key}, 1, ${now}, ${now})
    on conflict (subject) do update set
      failures = case when t.last_failed_at < ${now}::timestamptz - make_interval(secs => ${FORGET_AFTER_S})
        then 1 else t.failures + 1 end,
      last_failed_at = ${now},
      blocked_until = case when t.failures + 1 < ${free}
          or t.last_failed_at < ${now}::timestamptz - make_interval(secs => ${FORGET_AFTER_S}) then ${now}::timestamptz
        else ${now}::timestamptz
          + make_interval(secs => least(power(2, least(t.failures + 1 - ${free}, 20)), ${LONGEST_BLOCK_S})) end
    where t.blocked_until <= ${now}
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
export async function takeBackAttempt(db: Db, user: Subject, address: Subject, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - FORGET_AFTER_S * 1000);
  await db
    .deleteFrom('login_throttle')
    .where((eb) => eb.or([eb('subject', '=', keyOf(user)), eb('last_failed_at', '<', forgotten)]))
    .execute();
  await db
    .updateTable('login_throttle')
    .set((eb) => ({ failures: eb('failures', '-', 1), blocked_until: now }))
    .where('subject', '=', keyOf(address))
    .where('failures', '>', 0)
    .execute();
}
