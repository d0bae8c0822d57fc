/** Pages of the main area besides the cases, below `/:sponsorKey/:sessionSenderKey/:language/:appendix`. */
import { CASE_DETAIL_ROUTES, CASE_LIST_ROUTES } from './caseRoutes.ts';
import { PAGED, type RouteData } from './route.types.ts';

const HOME = { menuId: 'MU-HOME', depth1: 'Home', privileges: [] } as const;
const CODING = { menuId: 'MU-CD', depth1: 'Coding', privileges: ['READ.CASE', 'EDIT.CASE'] } as const;
const CODING_TAB = { ...CODING, tab: true } as const;
const KOREA = { ...CODING_TAB, appendices: ['KR'] } as const;
const JAPAN = { ...CODING_TAB, appendices: ['JP'], needsIdf: true } as const;
const DATA = { menuId: 'MU-DT', depth1: 'Data', privileges: ['READ.DATA', 'EDIT.DATA'] } as const;
const DATA_EDIT = { ...DATA, privileges: ['EDIT.DATA'], readerRoute: 'DataHistoryList' } as const;
const MONITORING = {
  menuId: 'MU-MO',
  depth1: 'Monitoring',
  pageId: 'MU-MO',
  privileges: ['READ.MONITORING', 'EDIT.MONITORING'],
} as const;
const SUBMISSION = {
  menuId: 'MU-SM',
  depth1: 'Submission',
  pageId: 'MU-SM',
  privileges: ['READ.SUBMISSION', 'EDIT.SUBMISSION'],
} as const;
const SUBMISSION_EDIT = {
  ...SUBMISSION,
  privileges: ['EDIT.SUBMISSION'],
  readerRoute: 'SubmissionHistoryList',
} as const;
const SYNC = {
  menuId: 'MU-ES-IL',
  depth1: 'Sync',
  pageId: 'MU-ES-IL',
  privileges: ['READ.SYNC', 'EDIT.SYNC'],
} as const;
const MAPPING = { ...SYNC, privileges: ['READ.MAPPING', 'EDIT.MAPPING'] } as const;
// the mapping rules of a study are reached through the list of studies
const SYNC_OR_MAPPING = { ...SYNC, privileges: [...SYNC.privileges, ...MAPPING.privileges] } as const;
const ADMIN = { menuId: 'MU-AD', depth1: 'Admin', privileges: ['READ.ADMIN', 'EDIT.ADMIN'] } as const;

const STUDY = 'study-list/:studyKey/detail';

/** A master of the case info: its base path, the list, and one record. */
const caseInfo = <const Name extends string, const Key extends string>(
  name: Name,
  key: Key,
  pageId: string,
) => {
  const data = {
    menuId: 'MU-CI',
    depth1: 'CaseInfo',
    pageId,
    privileges: ['READ.CASE_INFO', 'EDIT.CASE_INFO'],
  } as const;
  const path = `caseinfo/${name.toLowerCase()}`;
  return [
    {
      ...data,
      name: `CaseInfo${name}`,
      path,
      title: `caseInfo${name}List`,
      redirectTo: `CaseInfo${name}List`,
    },
    {
      ...data,
      name: `CaseInfo${name}List`,
      path: `${path}/list${PAGED}`,
      title: `caseInfo${name}List`,
      tab: true,
    },
    { ...data, name: `CaseInfo${name}Detail`, path: `${path}/:${key}/detail`, title: `caseInfo${name}` },
  ] as const;
};

export const MAIN_ROUTES = [
  {
    name: 'BadPermission',
    path: 'bad-permission',
    title: 'badPermission',
    pageId: '',
    menuId: '',
    depth1: '',
    privileges: [],
  },
  { ...HOME, name: 'Home', path: 'home', title: 'home', pageId: 'MU-HOME' },
  { ...HOME, name: 'NoticeList', path: `home/notice/list${PAGED}`, title: 'noticeList', pageId: 'MU-HM-NT' },
  {
    ...HOME,
    name: 'NoticeDetail',
    path: 'home/notice/:noticeKey/detail',
    title: 'noticeDetail',
    pageId: 'MU-HM-NT',
  },
  {
    ...HOME,
    name: 'HomeReportList',
    path: `home/report/list${PAGED}`,
    title: 'homeReportList',
    pageId: 'MU-HM-RP',
    privileges: ['READ.CASE', 'EDIT.CASE'],
  },
  {
    ...SYNC,
    name: 'HomeEdcSyncList',
    path: `home/edcsync/list${PAGED}`,
    title: 'homeEdcSyncList',
    pageId: 'MU-HM-ES',
    menuId: 'MU-HM-ES',
  },
  ...CASE_LIST_ROUTES,
  ...CASE_DETAIL_ROUTES,
  {
    ...CODING_TAB,
    name: 'CodingQueue',
    path: 'coding/queue',
    title: 'codingQueue',
    pageId: 'MU-CD-QU',
    privileges: [...CODING.privileges, 'EDIT.SECOND_CODING'],
  },
  {
    ...CODING_TAB,
    name: 'CodingAgreement',
    path: 'coding/agreement',
    title: 'codingAgreement',
    pageId: 'MU-CD-KA',
  },
  {
    ...CODING_TAB,
    name: 'CodingUpgrades',
    path: 'coding/upgrade',
    title: 'codingUpgrades',
    pageId: 'MU-CD-UG',
  },
  {
    ...CODING,
    name: 'CodingUpgradeDetail',
    path: 'coding/upgrade/:upgradeKey/detail',
    title: 'codingUpgrade',
    pageId: 'MU-CD-UG',
  },
  {
    ...KOREA,
    name: 'CodingProductList',
    path: `coding/product/list${PAGED}`,
    title: 'codingProductList',
    pageId: 'MU-CD-PD',
  },
  {
    ...KOREA,
    name: 'CodingMfdsProductList',
    path: `coding/mfds/product/list${PAGED}`,
    title: 'codingMfdsProductList',
    pageId: 'MU-CD-MP',
  },
  {
    ...KOREA,
    name: 'CodingSubstanceList',
    path: `coding/substance/list${PAGED}`,
    title: 'codingSubstanceList',
    pageId: 'MU-CD-SB',
  },
  {
    ...KOREA,
    name: 'CodingMfdsSubstanceList',
    path: `coding/mfds/substance/list${PAGED}`,
    title: 'codingMfdsSubstanceList',
    pageId: 'MU-CD-MS',
  },
  {
    ...JAPAN,
    name: 'CodingIdfProductList',
    path: `coding/idf/product/list${PAGED}`,
    title: 'codingIdfProductList',
    pageId: 'MU-CD-IP',
  },
  {
    ...JAPAN,
    name: 'CodingIdfSubstanceList',
    path: `coding/idf/substance/list${PAGED}`,
    title: 'codingIdfSubstanceList',
    pageId: 'MU-CD-IS',
  },
  ...caseInfo('Sender', 'senderKey', 'MU-CI-SD'),
  ...caseInfo('Receiver', 'receiverKey', 'MU-CI-MF'),
  ...caseInfo('Product', 'productKey', 'MU-CI-PD'),
  ...caseInfo('Reporter', 'reporterKey', 'MU-CI-SR'),
  ...caseInfo('Study', 'studyKey', 'MU-CI-ST'),
  ...caseInfo('Narrative', 'nrKey', 'MU-CI-NR'),
  ...caseInfo('Synonym', 'synKey', 'MU-CI-SY'),
  { ...DATA, name: 'Data', path: 'data', title: 'dataExport', pageId: 'MU-DT', redirectTo: 'DataExport' },
  {
    ...DATA_EDIT,
    name: 'DataExport',
    path: 'data/export',
    title: 'dataExport',
    pageId: 'MU-DT-EX',
    tab: true,
  },
  {
    ...DATA_EDIT,
    name: 'DataSelectDomain',
    path: 'data/select-domain',
    title: 'dataSelectDomain',
    pageId: 'MU-DT-SD',
  },
  {
    ...DATA_EDIT,
    name: 'DataImport',
    path: 'data/import',
    title: 'dataImport',
    pageId: 'MU-DT-IM',
    tab: true,
  },
  {
    ...DATA,
    name: 'DataHistoryList',
    path: `data/history/list${PAGED}`,
    title: 'dataHistoryList',
    pageId: 'MU-DT-HS',
    tab: true,
  },
  {
    ...DATA,
    name: 'DataImportDetail',
    path: 'data/history/:dataKey/import-detail',
    title: 'dataImportDetail',
    pageId: 'MU-DT-HS',
  },
  {
    ...DATA_EDIT,
    name: 'DataLibraryList',
    path: `data/library/list${PAGED}`,
    title: 'dataLibraryList',
    pageId: 'MU-DT-LB',
    tab: true,
  },
  {
    ...DATA_EDIT,
    name: 'DataLibraryDetail',
    path: 'data/library/:libraryKey/detail',
    title: 'dataLibraryDetail',
    pageId: 'MU-DT-LB',
  },
  {
    ...MONITORING,
    name: 'MonitoringDetail',
    path: 'monitoring',
    title: 'monitoring',
    privileges: ['EDIT.MONITORING'],
    readerRoute: 'MonitoringHistoryList',
    tab: true,
  },
  {
    ...MONITORING,
    name: 'MonitoringHistoryList',
    path: `monitoring/history/list${PAGED}`,
    title: 'monitoringHistoryList',
    tab: true,
  },
  {
    ...MONITORING,
    name: 'MonitoringRunDetail',
    path: 'monitoring/history/:runKey/detail',
    title: 'monitoringRun',
  },
  {
    ...MONITORING,
    name: 'MonitoringFigureList',
    path: `monitoring/figures/list${PAGED}`,
    title: 'monitoringFigures',
  },
  {
    ...SUBMISSION_EDIT,
    name: 'SubmissionDetail',
    path: 'submission/:caseKey?',
    title: 'submission',
    tab: true,
  },
  {
    ...SUBMISSION_EDIT,
    name: 'SubmissionCheckList',
    path: 'submission/:batchKey/check-list/:notation',
    title: 'submissionCheckList',
  },
  {
    ...SUBMISSION,
    name: 'SubmissionHistoryList',
    path: `submission/history/list${PAGED}`,
    title: 'submissionHistoryList',
    tab: true,
  },
  {
    ...SUBMISSION,
    name: 'SubmissionBatchDetail',
    path: 'submission/history/:batchKey/batch-detail',
    title: 'submissionBatchDetail',
  },
  {
    ...SUBMISSION,
    name: 'SubmissionCaseHistoryList',
    path: `submission/case-history/list${PAGED}`,
    title: 'submissionCaseHistoryList',
    tab: true,
  },
  { ...SYNC_OR_MAPPING, name: 'SyncStudyList', path: `study-list${PAGED}`, title: 'syncStudyList' },
  {
    ...SYNC_OR_MAPPING,
    name: 'SyncMappingRuleList',
    path: `${STUDY}/mapping-rule/list${PAGED}`,
    title: 'syncMappingRuleList',
  },
  {
    ...MAPPING,
    name: 'SyncMappingRuleSummary',
    path: `${STUDY}/mapping-rule/summary/list/:itemId`,
    title: 'syncMappingRuleSummary',
  },
  {
    ...MAPPING,
    name: 'SyncMappingRuleDetail',
    path: `${STUDY}/mapping-rule/:itemId/:targetSeqNo/detail`,
    title: 'syncMappingRuleDetail',
  },
  { ...SYNC, name: 'SyncList', path: `${STUDY}/sync/list${PAGED}`, title: 'syncList' },
  {
    ...ADMIN,
    name: 'AdminUserList',
    path: `user/list${PAGED}`,
    title: 'userList',
    pageId: 'MU-AD-US',
    tab: true,
  },
  {
    ...ADMIN,
    name: 'AdminUserDetail',
    path: 'user/:userKey/detail',
    title: 'userDetail',
    pageId: 'MU-AD-US',
  },
  { ...ADMIN, name: 'AdminRole', path: 'role', title: 'role', pageId: 'MU-AD-RL', tab: true },
  {
    ...ADMIN,
    name: 'AdminRolePrivilege',
    path: 'role-priv',
    title: 'rolePrivilege',
    pageId: 'MU-AD-RP',
    tab: true,
  },
  { ...ADMIN, name: 'AdminAccess', path: 'access', title: 'access', pageId: 'MU-AD-AC', tab: true },
  { ...ADMIN, name: 'AdminSettings', path: 'settings', title: 'settings', pageId: 'MU-AD-ST', tab: true },
  {
    ...ADMIN,
    name: 'AdminDataProtection',
    path: 'data-protection',
    title: 'dataProtection',
    pageId: 'MU-AD-DP',
    tab: true,
  },
  // readable by every signed-in user; the calls that change anything require EDIT.ADMIN
  {
    ...ADMIN,
    name: 'SchemaStudio',
    path: 'exam-editor',
    title: 'schemaStudio',
    pageId: 'MU-AD-SC',
    privileges: [],
  },
] as const satisfies readonly RouteData[];
