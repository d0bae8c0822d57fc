/** A study of case info that is linked to one of a source, with the forms and data of two subjects. */
import type { SourceRow, StudyMetadata } from '../../shared/study-data/studyData.ts';
import { putMetadata, putRows, putSubjects } from '../../server/study-data/studyData.store.ts';
import { asSuperuser, type CaseWorld } from './caseWorld.ts';

const AT = new Date('2026-05-04T09:00:00Z');
const YES_NO = [
  { code: 'Y', label: 'Yes' },
  { code: 'N', label: 'No' },
];

type Item = StudyMetadata['groups'][number]['items'][number];
const item = (domain: string, name: string, dataType = 'text', codes: Item['codes'] = null): Item => ({
  oid: `${domain}.${name}`,
  label: `${name} label`,
  name,
  dataType,
  length: null,
  codes,
});

/** Of a small study: adverse events, exposure, medication, demography. */
export const metadataOf = (versionOid: string, outcomes = ['FATAL', 'UNKNOWN']): StudyMetadata => {
  const group = (domain: string, items: Item[]) => ({
    oid: `${domain}_LOG`,
    label: domain,
    domain,
    repeating: domain !== 'DM',
    items,
  });
  const groups = [
    group('AE', [
      item('AE', 'AETERM'),
      item('AE', 'AESTDTC', 'partialDate'),
      item('AE', 'AESER', 'text', YES_NO),
      item('AE', 'AESDTH', 'text', YES_NO),
      item(
        'AE',
        'AEOUT',
        'text',
        outcomes.map((code) => ({ code, label: code })),
      ),
      item('AE', 'AEREL'),
    ]),
    group('EX', [item('EX', 'EXTRT'), item('EX', 'EXDOSE', 'float'), item('EX', 'EXDOSU')]),
    group('CM', [
      item('CM', 'CMTRT'),
      item('CM', 'CMSTDTC', 'partialDate'),
      item('CM', 'CMENDTC', 'partialDate'),
    ]),
    group('DM', [item('DM', 'SEX', 'text', [{ code: 'F', label: 'Female' }]), item('DM', 'AGE', 'integer')]),
  ];
  return {
    versionOid,
    name: versionOid,
    events: [{ oid: 'SUBJECT', label: 'Subject', repeating: false, formOids: ['AE', 'EX', 'CM', 'DM'] }],
    forms: groups.map(({ domain, oid }) => ({
      oid: domain,
      label: `Form ${domain}`,
      repeating: false,
      groupOids: [oid],
    })),
    groups,
  };
};

const row = (
  subjectKey: string,
  domain: string,
  repeat: number,
  values: Record<string, string>,
): SourceRow => ({
  subjectKey,
  eventOid: 'SUBJECT',
  eventRepeat: '',
  formOid: domain,
  formRepeat: '',
  groupOid: `${domain}_LOG`,
  groupRepeat: String(repeat),
  recordId: null,
  values: Object.fromEntries(Object.entries(values).map(([name, text]) => [`${domain}.${name}`, text])),
  changedAt: null,
});

const ROWS = [
  row('1001', 'AE', 1, {
    AETERM: 'Urticaria',
    AESTDTC: '2026-04',
    AESER: 'Y',
    AEOUT: 'FATAL',
    AEREL: 'Related',
  }),
  row('1001', 'AE', 2, { AETERM: 'Nausea', AESTDTC: '2026-04-03', AESER: 'N', AEOUT: 'SLEEPING' }),
  row('1001', 'EX', 1, { EXTRT: 'Velorin', EXDOSE: '80', EXDOSU: 'mg' }),
  row('1001', 'DM', 1, { SEX: 'F', AGE: '41' }),
  row('1002', 'DM', 1, { SEX: 'F', AGE: '52' }),
];

/** The study's key, and the key of a second one that is linked to nothing. */
export async function linkStudy(world: CaseWorld): Promise<{ studyKey: number; otherKey: number }> {
  // a study of the demo has rules; the application deletes none
  await asSuperuser(world, async (trx) => {
    await trx.deleteFrom('mapping_rule_set_version').execute();
    await trx.deleteFrom('mapping_rule_set').execute();
  });
  return world.query(async (trx) => {
    const records = await trx
      .selectFrom('record')
      .select('record_key')
      .where('kind', '=', 'study')
      .where('del_flag', '=', 'N')
      .orderBy('record_key', 'desc')
      .limit(2)
      .execute();
    const [studyKey = 0, otherKey = 0] = records.map(({ record_key }) => record_key);
    await trx.deleteFrom('study_link').where('study_key', 'in', [studyKey, otherKey]).execute();
    const { source_key: sourceKey } = await trx
      .insertInto('study_source')
      .values({
        sponsor_key: 1,
        name: 'Test',
        kind: 'file',
        settings: '{}',
        secret: null,
        read_at: AT,
        last_error: null,
      })
      .returning('source_key')
      .executeTakeFirstOrThrow();
    const link = { sponsor_key: 1, study_key: studyKey, source_key: sourceKey, study_oid: 'S1' };
    await trx
      .insertInto('study_link')
      .values({ ...link, protocol: 'P-1', linked_at: AT })
      .execute();
    const study = { sponsorKey: 1, sourceKey, studyOid: 'S1' };
    await putMetadata(trx, study, metadataOf('v1'), AT);
    const subject = { siteOid: 'S07', siteName: 'Seoul Clinic', country: 'KR' };
    await putSubjects(
      trx,
      study,
      ['1001', '1002'].map((key) => ({ ...subject, subjectKey: key, label: `S-${key}` })),
      AT,
    );
    await putRows(trx, study, ROWS, AT);
    return { studyKey, otherKey };
  });
}

/** A newer version of the metadata is read. */
export const readMetadata = ({ query }: CaseWorld, studyKey: number, metadata: StudyMetadata) =>
  query(async (trx) => {
    const link = await trx
      .selectFrom('study_link')
      .selectAll()
      .where('study_key', '=', studyKey)
      .executeTakeFirstOrThrow();
    const study = { sponsorKey: 1, sourceKey: link.source_key, studyOid: link.study_oid };
    await putMetadata(trx, study, metadata, new Date(AT.getTime() + 1000));
  });
