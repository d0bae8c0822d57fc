/** Links stored cases to the records that they name by now: the names of records change, and new ones get them. */
import { catalogueOfSponsor, type SponsorsWorld } from '../../accounts/sponsors.store.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { JobHandler } from '../../jobs/job.types.ts';
import { markStale } from '../../projections/projectionState.store.ts';
import { mastersNamed } from '../../records/caseLinks.ts';
import { LINK_CASES } from '../../records/linkJob.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import { itemsOfSummary, type NamedMasters } from '../record/summary.ts';
import { caseSummaries } from './caseSummaries.ts';
import { findCasesWithNames } from './caseSummaries.store.ts';

/** Cases of a transaction. */
const PORTION = 500;

/** Cases that name others than they are linked to are left to the backfill, which derives the links as a save does. */
export const caseLinker = (world: SponsorsWorld): JobHandler<{ column: keyof NamedMasters }> => ({
  kind: LINK_CASES,
  run: async ({ sponsorKey, payload: { column } }, { signal }) => {
    const catalogue = await catalogueOfSponsor(world, sponsorKey);
    for (let last: number | undefined = 0; last !== undefined;) {
      signal.throwIfAborted();
      const after: number = last;
      last = await inSponsor(world.db, sponsorKey, (trx) =>
        markPortion(trx, catalogue, { sponsorKey, column, after }),
      );
    }
  },
});

/** Answers the key of its last case; undefined: there is none behind `after`. */
async function markPortion(
  trx: Trx,
  { whole }: CatalogueSource,
  { sponsorKey, column, after }: { sponsorKey: number; column: keyof NamedMasters; after: number },
): Promise<number | undefined> {
  const items = itemsOfSummary(whole, column).flatMap((itemId) => whole.items[itemId] ?? []);
  const cases = await findCasesWithNames(trx, sponsorKey, { column, items, after, limit: PORTION });
  const keysOf = mastersNamed(trx, whole, sponsorKey, column);
  const stale: number[] = [];
  for (const { caseKey, names, keys } of cases)
    if (String(await keysOf(names)) !== String(keys)) stale.push(caseKey);
  await markStale(trx, sponsorKey, [caseSummaries.name], stale);
  return cases.at(-1)?.caseKey;
}
