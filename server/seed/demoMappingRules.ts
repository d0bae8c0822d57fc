/** Mapping rules of the demo studies: what the names of their items propose, accepted as it is, with their booklet. */
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';
import { demoMetadata, itemOid } from '../study-data/demo/demoForms.ts';
import { findStoredRuleSet, putRuleSet } from '../sync-rules/ruleSet.store.ts';
import { proposalsFor } from '../sync-rules/studyRules.ts';

/** Only of studies that are linked and have no rules yet. */
export async function seedDemoMappingRules(
  { db, clock, catalogue }: Deps,
  sponsorKey: number,
): Promise<void> {
  // as the first reading finds the forms; the amendment of a day later is something to check
  const proposed = proposalsFor(catalogue, { stored: null, versions: [demoMetadata(false)] });
  if (!proposed) return;
  const versioned = <T extends { version: number }>(parts: readonly T[]) =>
    parts.map((part) => ({ ...part, version: 1 }));
  const ruleSet = {
    event: { ...proposed.event, bookletItemOid: itemOid('AE', 'BOOKLET') },
    groups: versioned(proposed.groups),
    rules: versioned(proposed.rules),
  };
  await inSponsor(db, sponsorKey, async (trx) => {
    const links = await trx.selectFrom('study_link').select('study_key').execute();
    for (const { study_key: studyKey } of links) {
      if (await findStoredRuleSet(trx, sponsorKey, studyKey)) continue;
      const written = { sponsorKey, studyKey, ruleSet, versionNo: 1, changedAt: clock.now() };
      await putRuleSet(trx, { ...written, changedBy: 'Demo', reason: 'Demo' });
    }
  });
}
