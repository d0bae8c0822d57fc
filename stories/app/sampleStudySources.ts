/** Sources of clinical data and studies linked to them, as a server with sample rows answers them. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import studyList from '../../schemas/lists/MU-ES-IL.list.json' with { type: 'json' };
import mappingList from '../../schemas/lists/AD-MU-CO-ST.list.json' with { type: 'json' };
import mappingTrail from '../../schemas/lists/AD-MU-CO-ST-AT.list.json' with { type: 'json' };
import sourceTrail from '../../schemas/lists/AD-MU-CO-SS-AT.list.json' with { type: 'json' };
import * as contract from '../../shared/contract/index.ts';
import { SOURCE_KIND_NAMES } from '../../shared/study-data/sourceKinds.ts';
import { fake, Refusal, type FakeCall } from './fakeCalls.ts';
import { listCalls, paged } from './sampleListInfo.ts';

const AT = '2026-11-25T08:00:00.000Z';

export const sampleReading = (more: Partial<contract.StudyReading> = {}): contract.StudyReading => ({
  readingKey: 7,
  cause: 'schedule',
  state: 'done',
  startedBy: '',
  createdAt: AT,
  endedAt: AT,
  fileName: null,
  done: null,
  total: null,
  studies: 2,
  rowsNew: 3,
  rowsChanged: 12,
  rowsRemoved: 1,
  fault: null,
  detail: '',
  line: null,
  ...more,
});

export const sampleSource = (reading: contract.StudyReading | null): contract.StudySource => ({
  sourceKey: 3,
  name: 'Rave production',
  kind: 'rave',
  disabled: false,
  everyHours: 6,
  readAt: AT,
  failures: reading?.state === 'failed' ? 3 : 0,
  reading,
});

const STUDY: contract.ListRow = {
  rowKey: '3',
  name: 'ACME-301',
  delFlag: 'N',
  link: null,
  cells: {
    studyNo: 'ACME-301',
    studyName: 'Acmexin in moderate hypertension',
    protocol: 'ACM301',
    studyId: 'ACM301(PROD)',
    source: 'Rave production',
    state: 'Read',
    readAt: AT,
    subjects: '120',
    eventsNew: '3',
    eventsChanged: '12',
    eventsFailed: '1',
    rules: '41',
  },
  codes: { state: ['read'] },
};

/** What the page of studies reads. */
export const studyListCalls = (
  sources: contract.StudySource[] = [sampleSource(sampleReading())],
): FakeCall[] => [
  ...listCalls([studyList] as unknown as ListSourceFile[]),
  fake(contract.readStudySources, () => ({ sources })),
  fake(contract.listSyncStudies, () => paged('MU-ES-IL', sources.length === 0 ? [] : [STUDY])),
];

const COMPANY_SOURCE: contract.StudySourceOfCompany = {
  sourceKey: 3,
  sponsorKey: 1,
  name: 'Rave production',
  kind: 'rave',
  settings: { url: 'https://acme.example/RaveWebServices', userName: 'safety', dataset: 'regular' },
  everyHours: 6,
  disabled: false,
  secretNames: ['password'],
  hasToken: false,
  links: 1,
  readAt: AT,
  fault: null,
  failures: 0,
  setAt: AT,
  setBy: 'System administrator',
};

const PUSH_SOURCE: contract.StudySourceOfCompany = {
  ...COMPANY_SOURCE,
  sourceKey: 4,
  name: 'Feed of data management',
  kind: 'push',
  settings: {},
  everyHours: null,
  secretNames: [],
  fault: 'malformed',
  failures: 2,
};

const STUDY_RECORD = { STD_KEY: 3, STD_SPN_NO: 'ACME-301', STD_NAME: 'Acmexin in moderate hypertension' };

/** What the pages of the study mapping read. */
export const studyMappingCalls = (isLinked = true): FakeCall[] => [
  ...listCalls([mappingList, mappingTrail, sourceTrail] as unknown as ListSourceFile[]),
  fake(contract.checkSystemAdmin, () => null),
  fake(contract.readCompanySources, () => ({
    sponsors: [{ sponsorKey: 1, name: 'Acme Pharma' }],
    kinds: [...SOURCE_KIND_NAMES],
    sources: [COMPANY_SOURCE, PUSH_SOURCE],
  })),
  fake(contract.listStudyMappings, () =>
    paged('AD-MU-CO-ST', [
      {
        ...STUDY,
        link: 'company/1/study-mapping/3/detail?sponsor=1',
        cells: { ...STUDY.cells, linkedAt: AT },
      },
    ]),
  ),
  fake(contract.listStudyMappingAudit, () =>
    paged('AD-MU-CO-ST-AT', [
      {
        rowKey: '1',
        name: 'link',
        delFlag: 'N',
        link: null,
        cells: {
          time: AT,
          user: 'System administrator',
          item: 'Study of the source',
          after: 'Rave production: ACM301(PROD)',
          reason: 'The study has begun',
        },
        codes: {},
      },
    ]),
  ),
  fake(contract.readStudyMapping, ({ params }) => {
    if (Number(params.ofSponsor) === 0) throw new Refusal(400, 'INVALID_REQUEST', 'No sponsor');
    return {
      study: STUDY_RECORD,
      sponsor: 'Acme Pharma',
      link: isLinked
        ? {
            sourceKey: 3,
            source: 'Rave production',
            studyId: 'ACM301(PROD)',
            protocol: 'ACM301',
            linkedAt: AT,
            readAt: AT,
            asOf: AT,
            subjects: 120,
            versions: ['Amendment 1 (v2)', 'First version (v1)'],
          }
        : null,
    };
  }),
  fake(contract.listCdmsStudies, () => ({
    listInfo: [{ studyId: 'ACM302(PROD)', protocol: 'ACM302', sourceKey: 3, source: 'Rave production' }],
    pageInfo: { menuId: 'AD-MU-CO-ST', pageNo: 1, rowCount: 10, totalCount: 1, totalPage: 1 },
  })),
];
