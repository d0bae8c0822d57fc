/** A few invented adverse events, as if an external study system had sent them. */
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';

const HOUR_MS = 3_600_000;

const EVENTS = [
  { subject: '301-014', visit: 'Visit 3', term: 'Headache', sae: 'N', state: 'NEW', hoursAgo: 2 },
  { subject: '301-009', visit: 'Visit 5', term: 'Syncope', sae: 'Y', state: 'NEW', hoursAgo: 5 },
  {
    subject: '202-021',
    visit: 'Week 8',
    term: 'Injection site reaction',
    sae: 'N',
    state: 'SYNCED',
    hoursAgo: 26,
  },
  { subject: '202-004', visit: 'Unscheduled', term: 'Pneumonia', sae: 'Y', state: 'CHANGED', hoursAgo: 49 },
  { subject: '301-002', visit: 'Visit 2', term: 'Nausea', sae: 'N', state: 'SYNCED', hoursAgo: 75 },
  { subject: '202-017', visit: 'Week 4', term: 'Rash', sae: 'N', state: 'FAILED', hoursAgo: 98 },
  { subject: '301-005', visit: 'Visit 1', term: 'Dizziness', sae: 'N', state: 'SYNCED', hoursAgo: 122 },
] as const;

/** Those that are synced belong to cases of a study. */
export async function seedDemoEdcSync({ db, clock }: Deps, sponsorKey: number): Promise<void> {
  const now = clock.now().getTime();
  await inSponsor(db, sponsorKey, async (trx) => {
    const studies = await trx
      .selectFrom('study')
      .select(['study_key', 'study_no'])
      .where('sponsor_key', '=', sponsorKey)
      .execute();
    const cases = await trx
      .selectFrom('pv_case')
      .select(['root_case_key', 'study_keys'])
      .where('sponsor_key', '=', sponsorKey)
      .where('latest', '=', true)
      .orderBy('case_key')
      .execute();
    const rows = EVENTS.flatMap(({ subject, visit, term, sae, state, hoursAgo }, index) => {
      // the subject's number begins with that of the study: HB-VEL-301
      const study = studies.find(({ study_no }) => study_no.endsWith(subject.slice(0, 3)));
      if (!study) return [];
      const made = state === 'SYNCED' || state === 'CHANGED';
      const ofStudy = cases.filter(({ study_keys }) => study_keys.includes(study.study_key));
      return [
        {
          sponsor_key: sponsorKey,
          study_key: study.study_key,
          subject_id: subject,
          visit,
          ae_no: 1,
          ae_term: term,
          sae,
          state,
          received_at: new Date(now - hoursAgo * HOUR_MS),
          root_case_key: made ? (ofStudy[index % Math.max(1, ofStudy.length)]?.root_case_key ?? null) : null,
        },
      ];
    });
    if (rows.length > 0) await trx.insertInto('edc_sync').values(rows).execute();
  });
}
