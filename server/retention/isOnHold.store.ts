/** The query of legal holds. It takes the transaction it is part of. */
import type { Trx } from '../storage/database.ts';

/** Whether the data of the case have to stay. */
export async function isOnHold(trx: Trx, sponsorKey: number, rootCaseKey: number): Promise<boolean> {
  const found = await trx
    .selectFrom('legal_hold')
    .select('root_case_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .executeTakeFirst();
  return found !== undefined;
}
