/** Queries of what a session signed in by a provider has more than others. They decide nothing. */
import { CLOCKS_APART_S } from '../ports/clock.ts';
import type { Db } from '../storage/database.ts';
import type { SessionSsoTable } from '../storage/accountTables.ts';

export async function insertSessionSso(db: Db, row: SessionSsoTable): Promise<void> {
  await db.insertInto('session_sso').values(row).execute();
}

/** Undefined for a session signed in by password. */
export const findSessionSso = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('session_sso')
    .select(['realm_id', 'email', 'tokens'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Written by a clock that was set back since. */
const aheadOf = (now: Date): Date => new Date(now.getTime() + CLOCKS_APART_S * 1000);

/** Answers the row to one caller, which may refresh its tokens; no other caller gets it until some time has passed. */
export const claimRefresh = (db: Db, tokenHash: Buffer, { before, now }: { before: Date; now: Date }) =>
  db
    .updateTable('session_sso')
    .set({ refreshed_at: now })
    .where('token_hash', '=', tokenHash)
    .where((either) =>
      either.or([either('refreshed_at', '<', before), either('refreshed_at', '>', aheadOf(now))]),
    )
    .returning(['realm_id', 'tokens'])
    .executeTakeFirst();

export async function putTokens(db: Db, tokenHash: Buffer, tokens: Buffer): Promise<void> {
  await db.updateTable('session_sso').set({ tokens }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionSso(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session_sso').where('token_hash', '=', tokenHash).execute();
}

/** Requests that were never completed, and those of sessions that have ended. */
export async function deleteSignOnsOver(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sso_request').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sso_ticket').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('session_sso')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('session')
        .select('token_hash')
        .where((eb) => eb.or([eb('ended_at', 'is not', null), eb('expires_at', '<=', now)])),
    )
    .execute();
}
