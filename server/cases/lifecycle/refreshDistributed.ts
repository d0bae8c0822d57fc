/** What depends on where a case went. */
import { leaveToBackfill, refreshCases, type RefreshWorld } from '../../projections/refreshProjections.ts';
import { touchedFact } from '../../projections/touched.ts';
import type { Trx } from '../../storage/database.ts';
import { apartBySize } from '../../whole-case/caseSizes.ts';

/**
 * Refreshes it in the transaction. Of large cases the backfill does a moment later: their content is as it was, and
 * reading it all here would hold up other requests. The caller has locked the cases.
 */
export async function refreshDistributed(
  trx: Trx,
  world: RefreshWorld,
  { sponsorKey, caseKeys, at }: { sponsorKey: number; caseKeys: readonly number[]; at: Date },
): Promise<void> {
  const { large, portions } = await apartBySize(trx, sponsorKey, caseKeys);
  const touched = touchedFact('distributed');
  const of = (keys: readonly number[]) => ({ sponsorKey, cases: keys.map((caseKey) => ({ caseKey, at })) });
  if (large.length > 0) await leaveToBackfill(trx, world, of(large), touched);
  for (const portion of portions) await refreshCases(trx, world, of(portion), touched);
}
