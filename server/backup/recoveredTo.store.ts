/** How far a database that was just restored was recovered. */
import { sql } from 'kysely';
import type { Db } from '../storage/database.ts';

/** The time of the last transaction that was recovered; null: there was none. */
export async function recoveredTo(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select pg_last_xact_replay_timestamp() as at`.execute(db);
  return rows[0]?.at ?? null;
}
