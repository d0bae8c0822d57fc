/** Queries by which answers reach the due reports and warnings of cases. They decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';

/** What lists and warnings show of the last answer of a receiver to cases. */
export const storeAnswers = (
  trx: Trx,
  { sponsor_key, receiver }: Batch,
  answers: readonly { case_key: number; code: string; text: string }[],
  at: Date,
) =>
  sql`
    insert into submission_ack (sponsor_key, case_key, receiver, at, code, text)
    select ${sponsor_key}, case_key, ${receiver}, ${at}, code, text
    from jsonb_populate_recordset(null::submission_ack, ${JSON.stringify(answers)}::jsonb)
    on conflict do nothing`.execute(trx);

/**
 * Older versions keep their due reports as they were when the newer ones were made; a rejection opens those to the receiver
 * again, so that the newest versions inherit them. Answers which ones.
 */
export async function reopenObligations(
  trx: Trx,
  { sponsor_key, receiver }: Batch,
  caseKeys: readonly number[],
): Promise<number[]> {
  const reopened = await trx
    .updateTable('case_obligation')
    .set({ met: null })
    .where('sponsor_key', '=', sponsor_key)
    .where(sql<boolean>`case_key = any(${[...caseKeys]}::bigint[])`)
    .where('receiver', '=', receiver)
    .where('met', 'is not', null)
    .where(sql<boolean>`exists (select from pv_case c where c.sponsor_key = case_obligation.sponsor_key
      and c.case_key = case_obligation.case_key and not c.latest)`)
    .returning('case_key')
    .execute();
  return reopened.map(({ case_key }) => case_key);
}
