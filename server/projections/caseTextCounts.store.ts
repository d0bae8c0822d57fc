/**
 * The distinct texts of some columns of `pv_case`, each with the number of listed cases (`0038_counted_texts.sql`).
 * Changes are added up as in `caseCounts.store.ts`.
 */
import { sql } from 'kysely';
import { bigramsOf } from '../storage/bigrams.ts';
import type { Trx } from '../storage/database.ts';

/** Folded columns of `pv_case` whose texts are counted; `due_date` is counted, too. */
export type CountedText = 'patient_folded' | 'product_folded' | 'term_folded';

export interface FoundTexts {
  /** null: more than `limit` */
  texts: string[] | null;
  /** listed cases with one of the texts */
  cases: number;
}

/** Find the texts of a column that contain `part` (folded). */
export async function findCaseTexts(
  trx: Trx,
  column: CountedText,
  part: string,
  limit: number,
): Promise<FoundTexts> {
  const { rows } = await sql<{ texts: string[]; count: number; cases: number }>`
    with found as (select * from find_case_texts(${column}, ${bigramsOf([part])}::text[], ${part}))
    select array(select found from found limit ${limit}) as texts, count(*) as count, coalesce(sum(cases), 0)::bigint as cases
    from found`.execute(trx);
  const { texts = [], count = 0, cases = 0 } = rows[0] ?? {};
  return { texts: count > limit ? null : texts, cases };
}

/** The number of listed cases that are due until a day (CCYYMMDD). */
export async function casesDueUntil(trx: Trx, sponsorKey: number, day: string): Promise<number> {
  const { rows } = await sql<{ cases: number }>`
    select coalesce(sum(cases), 0) as cases from case_text_count
    where sponsor_key = ${sponsorKey} and column_name = 'due_date' and text collate "C" <= ${day}`.execute(
    trx,
  );
  return rows[0]?.cases ?? 0;
}

/** Merge the rows that changes of cases have added since the last time. */
export const rollUpTextCounts = (trx: Trx, sponsorKey: number) =>
  sql`
    with counted as (
      delete from case_text_count
      where sponsor_key = ${sponsorKey} and (column_name, text) in (
        select column_name, text from case_text_count where sponsor_key = ${sponsorKey} and not added_up)
      returning *
    )
    insert into case_text_count (sponsor_key, column_name, text, cases, added_up)
    select sponsor_key, column_name, text, sum(cases), true
    from counted group by sponsor_key, column_name, text having sum(cases) <> 0`.execute(trx);
