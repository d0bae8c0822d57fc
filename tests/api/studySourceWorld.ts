/** What tests of sources of clinical data do again and again: add one, link a study, read, and look at what is stored. */
import { expect } from 'vitest';
import {
  readCompanySources,
  readStudyMapping,
  readStudySources,
  saveCompanySource,
  saveStudyMapping,
  startStudyReading,
  tryCompanySource,
  type StudySourceOfCompany,
} from '../../shared/contract/index.ts';
import { initialValues } from '../../shared/connections/settingFields.ts';
import type { SourceRow, StudyData } from '../../shared/study-data/studyData.ts';
import { sourceFields, type SourceKindName } from '../../shared/study-data/sourceKinds.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { findMetadata, findRows, findSubjects } from '../../server/study-data/studyData.store.ts';
import { demoMetadata } from '../../server/study-data/demo/demoForms.ts';
import type { CdmsServer } from './cdmsServer.ts';
import { eventually, type TestServer } from './harness.ts';

export const SPONSOR = 1;
export const COMPANY = { sponsorKey: 1, companyKey: 1, ofSponsor: SPONSOR };

export const row = (
  subjectKey: string,
  repeat: string,
  values: SourceRow['values'],
  recordId: string | null = null,
): SourceRow => ({
  subjectKey,
  eventOid: 'V1',
  eventRepeat: '',
  formOid: 'AE',
  formRepeat: '',
  groupOid: 'AE_LOG',
  groupRepeat: repeat,
  recordId,
  values,
  changedAt: null,
});

export const picture = (studyOid: string, rows: SourceRow[]): StudyData => ({
  studyOid,
  protocol: `Protocol of ${studyOid}`,
  metadata: demoMetadata(false),
  kind: 'snapshot',
  groupOids: null,
  subjectKeys: null,
  asOf: null,
  subjects: [...new Set(rows.map(({ subjectKey }) => subjectKey))].map((subjectKey) => ({
    subjectKey,
    label: subjectKey,
    siteOid: '',
    siteName: '',
    country: '',
  })),
  rows,
  removed: [],
});

interface Opened {
  server: TestServer;
  cdms: CdmsServer;
  /** tokens of a system administrator and of an administrator of the sponsor */
  admin: string;
  editor: string;
  /** keys of studies of case info */
  studies: readonly number[];
}

export function studySourceWorld({ server, cdms, admin, editor, studies }: Opened) {
  async function saveSource(
    kind: SourceKindName,
    settings: object = {},
    secrets: object = {},
    sourceKey = 0,
  ) {
    const { data: before } = await server.call(readCompanySources, { token: admin, params: COMPANY });
    const answer = await server.call(saveCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: {
        name: `${kind} ${sourceKey || before.sources.length}`,
        kind,
        settings: { ...initialValues(sourceFields(kind)), ...settings },
        secrets,
        everyHours: null,
        disabled: false,
        setAt: before.sources.find((one) => one.sourceKey === sourceKey)?.setAt ?? null,
        reason: 'Set up',
      },
    });
    return answer;
  }

  /** Links the study, ending the link that it had. */
  async function link(studyKey: number, sourceKey: number, studyId: string) {
    const params = { ...COMPANY, studyKey };
    const { data } = await server.call(readStudyMapping, { token: admin, params });
    return server.call(saveStudyMapping, {
      token: admin,
      params,
      body: { sourceKey, studyId, linkedAt: data.link?.linkedAt ?? null, reason: 'The data of this study' },
    });
  }

  /** The newest reading of a source, when it has ended. */
  const ended = (sourceKey: number) =>
    eventually(async () => {
      const { data } = await server.call(readStudySources, { token: editor });
      const reading = data.sources.find((one) => one.sourceKey === sourceKey)?.reading;
      if (!reading?.endedAt) throw new Error('it is not over');
      return reading;
    });

  const stored = (sourceKey: number, studyOid: string) =>
    inSponsor(server.db, SPONSOR, async (trx) => {
      const study = { sponsorKey: SPONSOR, sourceKey, studyOid };
      return {
        rows: await findRows(trx, study),
        subjects: await findSubjects(trx, study),
        metadata: await findMetadata(trx, study),
      };
    });

  const findSource = async (kind: SourceKindName) => {
    const { data } = await server.call(readCompanySources, { token: admin, params: COMPANY });
    const found = data.sources.find((one) => one.kind === kind && !one.name.startsWith('Demo'));
    if (!found) throw new Error(`no source of the kind ${kind}`);
    return found;
  };

  const readNow = async (sourceKey: number) => {
    const { status } = await server.call(startStudyReading, { token: editor, params: { sourceKey } });
    expect(status).toBe(200);
  };
  const pulled = async (sourceKey: number, data: StudyData) => {
    cdms.studies.set(data.studyOid, data);
    const [studyKey = 0] = studies;
    const linked = await server.call(readStudyMapping, { token: admin, params: { ...COMPANY, studyKey } });
    if (linked.data.link?.sourceKey === sourceKey) return readNow(sourceKey);
    // the studies of a source are known when it was tried
    const { data: known } = await server.call(readCompanySources, { token: admin, params: COMPANY });
    const source = known.sources.find((one) => one.sourceKey === sourceKey);
    const tried = await server.call(tryCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: { kind: source?.kind, settings: source?.settings, secrets: {} },
    });
    expect(tried.data).toMatchObject({ fault: null, subjects: data.subjects.length });
    expect((await link(studyKey, sourceKey, data.studyOid)).errMsg).toBeNull();
  };
  const push = (token: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/1.1/study-data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/xml', ...headers },
      body,
    });

  return { saveSource, link, ended, stored, findSource, readNow, pulled, push };
}

export const pick = ({ name, kind, settings, everyHours, disabled }: StudySourceOfCompany) => ({
  name,
  kind,
  settings,
  everyHours,
  disabled,
});
