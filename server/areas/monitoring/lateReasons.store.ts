/** Queries of reasons for lateness. They take the transaction they are part of, and decide nothing. */
import type { Insertable } from 'kysely';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { LateReasonTable } from '../../storage/monitoringTables.ts';
import type { Trx } from '../../storage/database.ts';

export const findDueReport = (
  trx: Trx,
  { sponsor_key, case_key }: Pick<CaseRecord, 'sponsor_key' | 'case_key'>,
  receiver: string,
) =>
  trx
    .selectFrom('case_obligation')
    .select(['due', 'met'])
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .where('receiver', '=', receiver)
    .where('superseded', '=', false)
    .executeTakeFirst();

export const insertReason = (trx: Trx, reason: Insertable<LateReasonTable>) =>
  trx.insertInto('late_reason').values(reason).execute();
