/**
 * Puts pseudonyms into what imports hold of cases that were pseudonymised before: by a release which left imports as they were, or
 * while a user could still import their messages.
 */
import { catalogueOfSponsor, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import type { JobHandler, JobKind } from '../jobs/job.types.ts';
import { personalItems } from '../../shared/masking/maskContent.ts';
import { enqueue } from '../jobs/enqueue.store.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { isOnHold } from './isOnHold.store.ts';
import { findPseudonymised, isPseudonymisedSince, lockVersions } from './pseudonymisation.store.ts';
import { pseudonymiseImports } from './pseudonymiseImports.ts';

/** Enqueued by migration 0339, too. */
const PSEUDONYMISE_IMPORTS: JobKind<object> = { kind: 'pseudonymise-imports' };

/** Call it in the transaction that ends an import. What it did not import of pseudonymised cases, nobody can import any more. */
export async function pseudonymiseRest(
  trx: Trx,
  run: { sponsorKey: number; runKey: string },
  at: Date,
): Promise<void> {
  if (!(await isPseudonymisedSince(trx, run))) return;
  const { sponsorKey } = run;
  await enqueue(trx, { kind: PSEUDONYMISE_IMPORTS, sponsorKey, payload: {}, at, dedupeKey: 'imports' });
}

/** A transaction a case, which may be done again. What a legal hold keeps stays. */
export const importsPseudonymiser = (world: SponsorsWorld): JobHandler => ({
  kind: PSEUDONYMISE_IMPORTS,
  run: async ({ sponsorKey }, { signal, progress }) => {
    const { whole } = await catalogueOfSponsor(world, sponsorKey);
    const itemIds = personalItems(whole);
    const cases = await inSponsor(world.db, sponsorKey, (trx) => findPseudonymised(trx, sponsorKey));
    for (const [index, { rootCaseKey, at }] of cases.entries()) {
      signal.throwIfAborted();
      progress(index, cases.length);
      await inSponsor(world.db, sponsorKey, async (trx) => {
        const versions = await lockVersions(trx, sponsorKey, rootCaseKey);
        if (await isOnHold(trx, sponsorKey, rootCaseKey)) return;
        const caseKeys = versions.map(({ case_key }) => case_key);
        await pseudonymiseImports(trx, { sponsorKey, rootCaseKey, caseKeys, itemIds, until: at });
      });
    }
  },
});
