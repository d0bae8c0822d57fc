/** Queries of second factors. They decide nothing. */
import type { Db } from '../storage/database.ts';

export const findFactor = (db: Db, userKey: number) =>
  db.selectFrom('user_factor').selectAll().where('user_key', '=', userKey).executeTakeFirst();

/** An authenticator that is being set up; the one in use stays until it is confirmed. */
export async function putPending(db: Db, userKey: number, pending: Buffer): Promise<void> {
  await db
    .insertInto('user_factor')
    .values({ user_key: userKey, pending })
    .onConflict((same) => same.column('user_key').doUpdateSet({ pending }))
    .execute();
}

/** The one that was being set up is in use. Answers false where another request was faster. */
export async function confirmPending(
  db: Db,
  { userKey, pending, step, at }: { userKey: number; pending: Buffer; step: number; at: Date },
): Promise<boolean> {
  const confirmed = await db
    .updateTable('user_factor')
    .set({ secret: pending, pending: null, confirmed_at: at, last_step: step })
    .where('user_key', '=', userKey)
    .where('pending', '=', pending)
    .executeTakeFirst();
  return confirmed.numUpdatedRows > 0n;
}

/** Answers whether the code of the step is the newest: of several requests with one code, one wins. */
export async function takeStep(db: Db, userKey: number, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('user_factor')
    .set({ last_step: step })
    .where('user_key', '=', userKey)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

export async function deleteFactor(db: Db, userKey: number): Promise<boolean> {
  await db.deleteFrom('user_recovery_code').where('user_key', '=', userKey).execute();
  const deleted = await db.deleteFrom('user_factor').where('user_key', '=', userKey).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  db: Db,
  userKey: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('user_recovery_code').where('user_key', '=', userKey).execute();
  await db
    .insertInto('user_recovery_code')
    .values(hashes.map((code_hash) => ({ user_key: userKey, code_hash })))
    .execute();
}

/** Answers whether the code was unused until now. */
export async function takeRecoveryCode(db: Db, userKey: number, hash: Buffer, at: Date): Promise<boolean> {
  const taken = await db
    .updateTable('user_recovery_code')
    .set({ used_at: at })
    .where('user_key', '=', userKey)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userKey: number): Promise<number> {
  const { count } = await db
    .selectFrom('user_recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_key', '=', userKey)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
