/** Queries on tokens of programs. They decide nothing. */
import { sql } from 'kysely';
import { CLOCKS_APART_S } from '../ports/clock.ts';
import type { Db, Trx } from '../storage/database.ts';

const MINUTE_S = 60;

export interface CountedCall {
  sponsorKey: number;
  userKey: number;
  isOpen: boolean;
  /** within the minute, with this one */
  calls: number;
  /** of the minute */
  secondsLeft: number;
}

/** Counts a call of a program in one statement: calls that are made at once cannot slip through. Undefined: no such token. */
export async function countProgramCall(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<CountedCall | undefined> {
  // one that begins far ahead is of a clock that was set back since
  const isOver = sql`(t.minute_at is null or t.minute_at <= ${now}::timestamptz - make_interval(secs => ${MINUTE_S})
    or t.minute_at > ${now}::timestamptz + make_interval(secs => ${CLOCKS_APART_S}))`;
  const { rows } = await sql<CountedCall>`
    update api_token t set
      last_used_at = ${now},
      minute_at = case when ${isOver} then ${now}::timestamptz else t.minute_at end,
      minute_calls = case when ${isOver} then 1 else least(t.minute_calls + 1, 1000000) end
    where t.token_hash = ${tokenHash}
    returning sponsor_key as "sponsorKey", user_key as "userKey", minute_calls as "calls",
      (ended_at is null and expires_at > ${now}) as "isOpen",
      greatest(1, ceil(${MINUTE_S} - extract(epoch from ${now}::timestamptz - minute_at)))::int as "secondsLeft"`.execute(
    db,
  );
  return rows[0];
}

interface Owner {
  sponsorKey: number;
  userKey: number;
}

/** Those that have not ended, the newest first. */
export const findOpenTokens = (trx: Trx, { sponsorKey, userKey }: Owner, now: Date) =>
  trx
    .selectFrom('api_token')
    .select(['token_key', 'name', 'created_at', 'expires_at', 'last_used_at'])
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_key')
    .execute();

export interface NewToken extends Owner {
  tokenHash: Buffer;
  name: string;
  at: Date;
  expiresAt: Date;
}

export async function insertToken(trx: Trx, token: NewToken): Promise<string> {
  const { token_key } = await trx
    .insertInto('api_token')
    .values({
      token_hash: token.tokenHash,
      sponsor_key: token.sponsorKey,
      user_key: token.userKey,
      name: token.name,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .returning('token_key')
    .executeTakeFirstOrThrow();
  return token_key;
}

/** The user for whom a program works with it. */
export async function findTokenOwner(
  trx: Trx,
  sponsorKey: number,
  tokenKey: string,
): Promise<number | undefined> {
  const found = await trx
    .selectFrom('api_token')
    .select('user_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('token_key', '=', tokenKey)
    .executeTakeFirst();
  return found?.user_key;
}

/** Whether it was the owner's and open. */
export async function endToken(
  trx: Trx,
  { sponsorKey, userKey, tokenKey, at }: Owner & { tokenKey: string; at: Date },
): Promise<boolean> {
  const ended = await trx
    .updateTable('api_token')
    .set({ ended_at: at })
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .where('token_key', '=', tokenKey)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Those of a user, in one sponsor or (null) in all; also those that are over by this clock. Answers the ones that were open. */
export async function endTokensOf(
  trx: Trx,
  { userKey, sponsorKey, at }: { userKey: number; sponsorKey: number | null; at: Date },
): Promise<{ sponsor_key: number; name: string }[]> {
  const ended = await trx
    .updateTable('api_token')
    .set({ ended_at: at })
    .where('user_key', '=', userKey)
    .$if(sponsorKey !== null, (query) => query.where('sponsor_key', '=', sponsorKey))
    .where('ended_at', 'is', null)
    .returning(['sponsor_key', 'name', 'expires_at'])
    .execute();
  return ended.filter(({ expires_at }) => expires_at > at);
}

/** None lives longer than its deadline, so the deadline tells how long it has been over. */
export async function deleteTokensBefore(db: Db, notSince: Date): Promise<void> {
  await db.deleteFrom('api_token').where('expires_at', '<', notSince).execute();
}
