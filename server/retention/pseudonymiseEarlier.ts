/** Puts pseudonyms into what imports hold of cases that a release pseudonymised which left imports as they were. */
import { catalogueOfSponsor, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import type { JobHandler, JobKind } from '../jobs/job.types.ts';
import { personalItems } from '../../shared/masking/maskContent.ts';
import { inSponsor } from '../storage/database.ts';
import { isOnHold } from './isOnHold.store.ts';
import { findPseudonymised, lockVersions } from './pseudonymisation.store.ts';
import { pseudonymiseImports } from './pseudonymiseImports.ts';

/** Enqueued by migration 0339. */
const PSEUDONYMISE_IMPORTS: JobKind<object> = { kind: 'pseudonymise-imports' };

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
