/** The query by which answers reach the warnings of cases. It decides nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';

/** What lists and warnings show of the last answer of a receiver to cases; nothing of a rehearsal. */
export async function storeAnswers(
  trx: Trx,
  { sponsor_key, receiver, environment }: Batch,
  answers: readonly { case_key: number; code: string; text: string }[],
  at: Date,
): Promise<void> {
  if (environment === 'test') return;
  await sql`
    insert into submission_ack (sponsor_key, case_key, receiver, at, code, text)
    select ${sponsor_key}, case_key, ${receiver}, ${at}, code, text
    from jsonb_populate_recordset(null::submission_ack, ${JSON.stringify(answers)}::jsonb)
    on conflict do nothing`.execute(trx);
}
