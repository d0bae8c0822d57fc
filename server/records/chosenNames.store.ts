/** Queries on what an item can hold of records. They take the transaction they are part of, and decide nothing. */
import type { Choosable } from '../../schemas/compile/sources.types.ts';
import type { ChosenRecord } from '../../shared/records/chosenRecords.ts';
import type { Trx } from '../storage/database.ts';

/** Of these keys those in use, with their names. */
export function findChoosable(
  trx: Trx,
  sponsorKey: number,
  of: Choosable,
  keys: readonly number[],
): Promise<ChosenRecord[]> {
  if (keys.length === 0) return Promise.resolve([]);
  if (of === 'role')
    return trx
      .selectFrom('role')
      .select(['role_id as key', 'name'])
      .where('sponsor_key', '=', sponsorKey)
      .where('del_flag', '=', 'N')
      .where('role_id', 'in', keys)
      .execute();
  return trx
    .selectFrom('record')
    .select(['record_key as key', 'name'])
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', of)
    .where('del_flag', '=', 'N')
    .where('state', '=', 'active')
    .where('record_key', 'in', keys)
    .execute();
}
