/** Queries on the receivers chosen for cases. They take the transaction they are part of, and decide nothing. */
import type { Selectable } from 'kysely';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Database } from '../storage/tables.ts';
import type { Trx } from '../storage/database.ts';

type Version = Pick<CaseRecord, 'sponsor_key' | 'case_key'>;
export type ChosenReceiver = Selectable<Database['case_receiver']>;

export const findChosen = (trx: Trx, { sponsor_key, case_key }: Version): Promise<ChosenReceiver[]> =>
  trx
    .selectFrom('case_receiver')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .orderBy('receiver')
    .execute();

/** Replaces the receivers of the version. */
export async function putChosen(
  trx: Trx,
  { sponsor_key, case_key }: Version,
  chosen: readonly Omit<ChosenReceiver, 'sponsor_key' | 'case_key'>[],
): Promise<void> {
  await trx
    .deleteFrom('case_receiver')
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .execute();
  await trx
    .insertInto('case_receiver')
    .values(chosen.map((one) => ({ sponsor_key, case_key, ...one })))
    .execute();
}
