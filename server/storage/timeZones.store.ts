/** Time zones that queries can count in: Node has zones that the database lacks, by the age of what each was built with. */
import { sql } from 'kysely';
import { isTimeZone } from '../../shared/dates/zonedDay.ts';
import type { Trx } from './database.ts';

/** Whether both the server and the database know the zone: a query with another one fails. */
export async function isCountedIn(trx: Trx, timeZone: string): Promise<boolean> {
  if (!isTimeZone(timeZone)) return false;
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${timeZone})`.execute(
    trx,
  );
  return rows.length > 0;
}
