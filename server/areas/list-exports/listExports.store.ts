/** Queries on files of lists. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../../storage/database.ts';

const MAX_EXPORTS = 20;

/** Keys of the user's own, the latest first. */
export async function findExportsSince(
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  { chart, menuId, since }: { chart: string; menuId: string; since: Date },
): Promise<string[]> {
  const found = await trx
    .selectFrom('process')
    .select('process_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('chart', '=', chart)
    .where('created_by', '=', userKey)
    .where('created_at', '>=', since)
    .where(sql<boolean>`context -> 'request' ->> 'menuId' = ${menuId}`)
    .orderBy('created_at', 'desc')
    .limit(MAX_EXPORTS)
    .execute();
  return found.map(({ process_key }) => process_key);
}
