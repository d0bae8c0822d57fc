/** Queries on the keys of the journals. */
import type { Db } from '../../storage/database.ts';

/** Stores a key for a user without one; answers the stored one. */
export async function keepKey(db: Db, userKey: number, key: Buffer, at: Date): Promise<Buffer> {
  await db
    .insertInto('journal_key')
    .values({ user_key: userKey, key, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db
    .selectFrom('journal_key')
    .select('key')
    .where('user_key', '=', userKey)
    .executeTakeFirstOrThrow();
  return stored.key;
}
