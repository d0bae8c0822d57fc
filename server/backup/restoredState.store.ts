/** The state of a database that was just restored. */
import { sql } from 'kysely';
import type { Db } from '../storage/database.ts';

/** The number of the newest anchor that the database knows; 0: none. */
export async function newestAnchor(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(anchor_no), 0) as last from audit_anchor`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The time of the last transaction that was recovered; null: there was none. */
export async function recoveredTo(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select pg_last_xact_replay_timestamp() as at`.execute(db);
  return rows[0]?.at ?? null;
}
