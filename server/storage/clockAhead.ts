import { sql } from 'kysely';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld } from './database.ts';

/**
 * Seconds by which the clock of the process is ahead of that of the database; negative: behind. Half of the time that the
 * query takes is not counted.
 */
export async function secondsAhead({ db, clock }: DatabaseWorld & ClockWorld): Promise<number> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const after = clock.now().getTime();
  return rows[0] ? ((before + after) / 2 - rows[0].at.getTime()) / 1000 : 0;
}
