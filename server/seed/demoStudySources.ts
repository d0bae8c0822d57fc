/** A demo source of clinical data, linked to the studies of the demo; a job reads it first, as it does every hour. */
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';
import { demoStudyList } from '../study-data/demo/demoStudies.ts';
import { beginReading } from '../study-data/readings.ts';
import { findSources, insertSource, putOfferedStudies } from '../study-data/sources.store.ts';

const NAME = 'Demo data-management system';

export async function seedDemoStudySources({ db, clock, config }: Deps, sponsorKey: number): Promise<void> {
  const at = clock.now();
  await inSponsor(db, sponsorKey, async (trx) => {
    if ((await findSources(trx, sponsorKey)).length > 0) return;
    const sourceKey = await insertSource(trx, {
      sponsor_key: sponsorKey,
      name: NAME,
      kind: 'demo',
      settings: JSON.stringify({ behaviour: 'good' }),
      every_hours: 1,
      created_at: at,
      set_at: at,
      set_by: 'Demo',
    });
    const ref = { sponsorKey, sourceKey };
    await putOfferedStudies(trx, ref, demoStudyList);
    const studies = await trx
      .selectFrom('study')
      .select(['study_key', 'study_no'])
      .where('sponsor_key', '=', sponsorKey)
      .execute();
    for (const { studyOid, protocol } of demoStudyList) {
      const study = studies.find(({ study_no }) => study_no === protocol);
      if (study)
        await trx
          .insertInto('study_link')
          .values({
            sponsor_key: sponsorKey,
            study_key: study.study_key,
            source_key: sourceKey,
            study_oid: studyOid,
            protocol,
            linked_at: at,
          })
          .execute();
    }
    await beginReading(trx, config, { ...ref, cause: 'schedule', startedBy: '', at });
  });
}
