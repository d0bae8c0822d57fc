/** Queries on acknowledgements that are sent to partners. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type {
  ImportAcknowledgementAttemptTable,
  ImportAcknowledgementTable,
} from '../storage/importTables.ts';
import type { Trx } from '../storage/database.ts';
import type { RunRef } from './importRun.store.ts';

export type StoredAcknowledgement = Selectable<ImportAcknowledgementTable>;

type AcknowledgementRef = Pick<StoredAcknowledgement, 'sponsor_key' | 'process_key'>;

/** False: one was sent before. */
export async function insertAcknowledgement(
  trx: Trx,
  row: Insertable<ImportAcknowledgementTable>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('import_acknowledgement')
    .values(row)
    .onConflict((same) => same.columns(['sponsor_key', 'run_key', 'batch_no']).doNothing())
    .returning('batch_no')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Of the batches of a run. */
export const findAcknowledgements = (
  trx: Trx,
  { sponsorKey, runKey }: RunRef,
): Promise<StoredAcknowledgement[]> =>
  trx
    .selectFrom('import_acknowledgement')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .execute();

export const findAcknowledgementOfProcess = (
  trx: Trx,
  sponsorKey: number,
  processKey: string,
): Promise<StoredAcknowledgement | undefined> =>
  trx
    .selectFrom('import_acknowledgement')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('process_key', '=', processKey)
    .executeTakeFirst();

export const updateAcknowledgement = (
  trx: Trx,
  { sponsor_key, process_key }: AcknowledgementRef,
  change: Updateable<ImportAcknowledgementTable>,
) =>
  trx
    .updateTable('import_acknowledgement')
    .set(change)
    .where('sponsor_key', '=', sponsor_key)
    .where('process_key', '=', process_key)
    .execute();

export const insertAcknowledgementAttempt = (
  trx: Trx,
  attempt: Insertable<ImportAcknowledgementAttemptTable>,
) => trx.insertInto('import_acknowledgement_attempt').values(attempt).execute();

export const findLastAttempt = (trx: Trx, { sponsor_key, process_key }: AcknowledgementRef) =>
  trx
    .selectFrom('import_acknowledgement_attempt')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('process_key', '=', process_key)
    .orderBy('attempt_no', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Ends the attempts that have no end yet, or an unknown one. */
export const endAcknowledgementAttempt = (
  trx: Trx,
  { sponsor_key, process_key }: AcknowledgementRef,
  end: Updateable<ImportAcknowledgementAttemptTable>,
) =>
  trx
    .updateTable('import_acknowledgement_attempt')
    .set(end)
    .where('sponsor_key', '=', sponsor_key)
    .where('process_key', '=', process_key)
    .where(sql<boolean>`(outcome is null or outcome = 'unknown')`)
    .execute();
