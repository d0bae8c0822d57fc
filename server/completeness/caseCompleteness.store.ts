/** The statement that stores how complete versions of cases are. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

/** In percent by case; a case whose score stays is not written. */
export async function putCompleteness(
  trx: Trx,
  sponsorKey: number,
  scores: ReadonlyMap<number, number | null>,
): Promise<void> {
  await sql`
    update pv_case c set completeness = s.score
    from unnest(${[...scores.keys()]}::bigint[], ${[...scores.values()]}::real[]) as s(case_key, score)
    where c.sponsor_key = ${sponsorKey} and c.case_key = s.case_key and c.completeness is distinct from s.score`.execute(
    trx,
  );
}
