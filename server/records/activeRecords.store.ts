import type { Trx } from '../storage/database.ts';

/** Active records of a kind, by name. */
export const findActiveRecords = (trx: Trx, sponsorKey: number, kind: string) =>
  trx
    .selectFrom('record')
    .select(['record_key', 'name'])
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where('state', '=', 'active')
    .where('del_flag', '=', 'N')
    .orderBy('name')
    .orderBy('record_key')
    .execute();
