/** The rules that are proposed for the first study of the demo, so that its adverse events are found; the others have none. */
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';
import { demoMetadata } from '../study-data/demo/demoForms.ts';
import { demoStudyList } from '../study-data/demo/demoStudies.ts';
import { findStoredRuleSet, putRuleSet } from '../sync-rules/ruleSet.store.ts';
import { proposalsFor } from '../sync-rules/studyRules.ts';

const AUTHOR = 'Demo';

export async function seedDemoMappingRules(
  { db, clock, catalogue }: Deps,
  sponsorKey: number,
): Promise<void> {
  const [study] = demoStudyList;
  const ruleSet = proposalsFor(catalogue, { stored: null, versions: [demoMetadata(false)] });
  if (!study || !ruleSet) return;
  await inSponsor(db, sponsorKey, async (trx) => {
    const link = await trx
      .selectFrom('study_link')
      .select('study_key')
      .where('sponsor_key', '=', sponsorKey)
      .where('study_oid', '=', study.studyOid)
      .executeTakeFirst();
    if (!link || (await findStoredRuleSet(trx, sponsorKey, link.study_key))) return;
    await putRuleSet(trx, {
      sponsorKey,
      studyKey: link.study_key,
      ruleSet,
      versionNo: 1,
      changedAt: clock.now(),
      changedBy: AUTHOR,
      reason: 'Proposed by the names of CDASH',
    });
  });
}
