/** Queries by which answers reach the due reports and warnings of cases. They decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';

/** What lists and warnings show of the last answer of a receiver. */
export const storeAnswer = (
  trx: Trx,
  { batch, caseKey, code, text, at }: { batch: Batch; caseKey: number; code: string; text: string; at: Date },
) =>
  trx
    .insertInto('submission_ack')
    .values({ sponsor_key: batch.sponsor_key, case_key: caseKey, receiver: batch.receiver, at, code, text })
    .onConflict((same) => same.doNothing())
    .execute();

/**
 * An older version keeps its due reports as they were when the newer one was made; a rejection opens the one to the receiver
 * again, so that the newest version inherits it.
 */
export const reopenObligation = (trx: Trx, { sponsor_key, receiver }: Batch, caseKey: number) =>
  trx
    .updateTable('case_obligation')
    .set({ met: null })
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', caseKey)
    .where('receiver', '=', receiver)
    .where(sql<boolean>`exists (select from pv_case c where c.sponsor_key = case_obligation.sponsor_key
      and c.case_key = case_obligation.case_key and not c.latest)`)
    .execute();
