/** What depends on where a case went. */
import {
  leaveToBackfill,
  refreshProjections,
  type Refreshed,
  type RefreshWorld,
} from '../../projections/refreshProjections.ts';
import { touchedFact } from '../../projections/touched.ts';
import type { Trx } from '../../storage/database.ts';
import { areLargeNow } from '../../whole-case/caseSizes.ts';

/**
 * Refreshes it in the transaction. Of a large case the backfill does a moment later: its content is as it was, and
 * reading it all here would hold up other requests. The caller has locked the case.
 */
export async function refreshDistributed(trx: Trx, world: RefreshWorld, written: Refreshed): Promise<void> {
  const refresh = (await areLargeNow(trx, written.sponsorKey, [written.caseKey]))
    ? leaveToBackfill
    : refreshProjections;
  await refresh(trx, world, written, touchedFact('distributed'));
}
