/** Queries on warnings beside their list. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { ListReading, ListSource, SourceCode } from '../../lists/listSource.ts';
import { resolve } from '../../lists/listSource.ts';
import type { Trx } from '../../storage/database.ts';

/** All receivers with a due or sent report. */
export async function receiverCodes(trx: Trx, { user }: ListReading): Promise<SourceCode[]> {
  const { rows } = await sql<{ receiver: string }>`
    select receiver from case_obligation where sponsor_key = ${user.sponsorKey}
    union select receiver from submission_ack where sponsor_key = ${user.sponsorKey} order by receiver`.execute(
    trx,
  );
  return rows.map(({ receiver }) => ({ code: receiver, label: receiver }));
}

/** How many rows of the list there are of each warning. */
export async function countByWarning(
  trx: Trx,
  { from, scope: always }: ListSource,
  reading: ListReading,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ warning: string; count: number }>`
    select w.warning, count(*) as count from ${resolve(from, reading)} where ${always(reading)} group by w.warning`.execute(
    trx,
  );
  return new Map(rows.map(({ warning, count }) => [warning, count]));
}
