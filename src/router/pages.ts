/** The pages that are built, by the name of their route. A route without one says that it is not available yet. */
import type { ComponentType } from 'react';
import { CASE_DETAIL_ROUTES } from '../../shared/access/caseRoutes.ts';
import type { PublicRouteName, RouteName } from '../../shared/access/routes.ts';
import { loadGroup } from './loadGroup.ts';

type Name = RouteName | PublicRouteName;
type Load = () => Promise<ComponentType>;

// two routes with the same loader are one page: going between them does not mount it again
const caseDetail: Load = () =>
  import('../areas/case-editor/pages/CaseDetailPage.tsx').then(({ CaseDetailPage }) => CaseDetailPage);
const coding: Load = () => import('../areas/coding/CodingPage.tsx').then(({ CodingPage }) => CodingPage);

const recordList: Load = () =>
  import('../areas/case-info/RecordListPage.tsx').then(({ RecordListPage }) => RecordListPage);
const recordDetail: Load = () =>
  import('../areas/case-info/RecordDetailPage.tsx').then(({ RecordDetailPage }) => RecordDetailPage);

/** By group: code that is loaded together, fails together and is retried together. */
const GROUPS: Record<string, Partial<Record<Name, Load>>> = {
  login: {
    Login: () => import('../areas/login/LoginPage.tsx').then(({ LoginPage }) => LoginPage),
    SetUp: () => import('../areas/login/SetUpPage.tsx').then(({ SetUpPage }) => SetUpPage),
    PasswordChange: () =>
      import('../areas/login/SetPasswordPage.tsx').then(({ SetPasswordPage }) => SetPasswordPage),
    PasswordFinish: () =>
      import('../areas/login/PasswordFinishPage.tsx').then(({ PasswordFinishPage }) => PasswordFinishPage),
    FindPassword: () =>
      import('../areas/login/FindPasswordPage.tsx').then(({ FindPasswordPage }) => FindPasswordPage),
  },
  // they need no session and store nothing
  demonstrations: {
    Exam: () => import('../areas/demonstrations/ExamPage.tsx').then(({ ExamPage }) => ExamPage),
    ExamForm: () =>
      import('../areas/demonstrations/ExamFormPage.tsx').then(({ ExamFormPage }) => ExamFormPage),
    Whodd: () => import('../areas/demonstrations/WhoddPage.tsx').then(({ WhoddPage }) => WhoddPage),
  },
  home: {
    Home: () => import('../areas/home/HomePage.tsx').then(({ HomePage }) => HomePage),
    HomeReportList: () =>
      import('../areas/home/HomeReportListPage.tsx').then(({ HomeReportListPage }) => HomeReportListPage),
    HomeEdcSyncList: () =>
      import('../areas/home/HomeEdcSyncListPage.tsx').then(({ HomeEdcSyncListPage }) => HomeEdcSyncListPage),
  },
  cases: {
    CaseList: () => import('../areas/cases/CaseListPage.tsx').then(({ CaseListPage }) => CaseListPage),
  },
  // one page shows all tabs of a case
  'case-editor': Object.fromEntries(CASE_DETAIL_ROUTES.map(({ name }) => [name, caseDetail])),
  // one page shows the records of every kind that schema files describe
  'case-info': {
    CaseInfoProductList: recordList,
    CaseInfoProductDetail: recordDetail,
    CaseInfoReceiverList: recordList,
    CaseInfoReceiverDetail: recordDetail,
    CaseInfoReporterList: recordList,
    CaseInfoReporterDetail: recordDetail,
    CaseInfoSenderList: recordList,
    CaseInfoSenderDetail: recordDetail,
    CaseInfoStudyList: recordList,
    CaseInfoStudyDetail: recordDetail,
    AdminUserList: recordList,
    AdminUserDetail: recordDetail,
    AdminCompanyList: recordList,
    AdminCompanyProperty: recordDetail,
    AdminCompanyUserList: recordDetail,
    CaseInfoNarrativeList: recordList,
    CaseInfoNarrativeDetail: recordDetail,
    CaseInfoSynonymList: recordList,
    CaseInfoSynonymDetail: recordDetail,
  },
  coding: {
    CodingQueue: () =>
      import('../areas/coding/cockpit/CockpitPage.tsx').then(({ CockpitPage }) => CockpitPage),
    CodingAgreement: () =>
      import('../areas/coding/agreement/AgreementPage.tsx').then(({ AgreementPage }) => AgreementPage),
    CodingUpgrades: () =>
      import('../areas/coding/upgrades/UpgradesPage.tsx').then(({ UpgradesPage }) => UpgradesPage),
    CodingUpgradeDetail: () =>
      import('../areas/coding/upgrades/UpgradePage.tsx').then(({ UpgradePage }) => UpgradePage),
    CodingProductList: coding,
    CodingMfdsProductList: coding,
    CodingSubstanceList: coding,
    CodingMfdsSubstanceList: coding,
    CodingIdfProductList: coding,
    CodingIdfSubstanceList: coding,
  },
  duplicates: {
    CaseDuplicationCheck: () =>
      import('../areas/duplicates/DuplicateCheckPage.tsx').then(
        ({ DuplicateCheckPage }) => DuplicateCheckPage,
      ),
  },
  warnings: {
    CaseWarning: () => import('../areas/warnings/WarningsPage.tsx').then(({ WarningsPage }) => WarningsPage),
  },
  questions: {
    QuestionList: () =>
      import('../areas/questions/QuestionsPage.tsx').then(({ QuestionsPage }) => QuestionsPage),
  },
  'email-logs': {
    CaseEmailLog: () =>
      import('../areas/email-logs/EmailLogPage.tsx').then(({ EmailLogPage }) => EmailLogPage),
  },
  'failed-jobs': {
    FailedJobList: () =>
      import('../areas/failed-jobs/FailedJobsPage.tsx').then(({ FailedJobsPage }) => FailedJobsPage),
  },
  'case-import': {
    DataImport: () => import('../areas/case-import/ImportPage.tsx').then(({ ImportPage }) => ImportPage),
  },
  // the question that is built is shared by the pages
  data: {
    DataExport: () => import('../areas/data/ExportPage.tsx').then(({ ExportPage }) => ExportPage),
    DataSelectDomain: () =>
      import('../areas/data/SelectDomainPage.tsx').then(({ SelectDomainPage }) => SelectDomainPage),
    DataHistoryList: () => import('../areas/data/HistoryPage.tsx').then(({ HistoryPage }) => HistoryPage),
    DataImportDetail: () =>
      import('../areas/data/DataDetailPage.tsx').then(({ DataDetailPage }) => DataDetailPage),
    DataLibraryList: () =>
      import('../areas/data/LibraryListPage.tsx').then(({ LibraryListPage }) => LibraryListPage),
    DataLibraryDetail: () =>
      import('../areas/data/LibraryDetailPage.tsx').then(({ LibraryDetailPage }) => LibraryDetailPage),
  },
  notices: {
    NoticeList: () =>
      import('../areas/notices/NoticeListPage.tsx').then(({ NoticeListPage }) => NoticeListPage),
    NoticeDetail: () =>
      import('../areas/notices/NoticeDetailPage.tsx').then(({ NoticeDetailPage }) => NoticeDetailPage),
  },
  'notice-writing': {
    AdminNoticeList: () =>
      import('../areas/notices/writing/WrittenNoticesPage.tsx').then(
        ({ WrittenNoticesPage }) => WrittenNoticesPage,
      ),
    AdminNoticeDetail: () =>
      import('../areas/notices/writing/WrittenNoticePage.tsx').then(
        ({ WrittenNoticePage }) => WrittenNoticePage,
      ),
  },
  'system-admin': {
    SystemAdminUserList: () =>
      import('../areas/system-admin/SystemLists.tsx').then(({ AllUsersPage }) => AllUsersPage),
    SystemAdminUserDetail: () =>
      import('../areas/system-admin/SystemUserPage.tsx').then(({ SystemUserPage }) => SystemUserPage),
    AdminSearchData: () =>
      import('../areas/system-admin/SystemLists.tsx').then(({ AllCasesPage }) => AllCasesPage),
    AdminSearchSubmission: () =>
      import('../areas/system-admin/SystemLists.tsx').then(({ AllMessagesPage }) => AllMessagesPage),
    AdminCaseInfo: () =>
      import('../areas/system-admin/SystemLists.tsx').then(({ AllReceiversPage }) => AllReceiversPage),
  },
  'study-mapping': {
    AdminCompanyStudyMappingList: () =>
      import('../areas/study-mapping/StudyMappingsPage.tsx').then(
        ({ StudyMappingsPage }) => StudyMappingsPage,
      ),
    AdminCompanyStudyMapping: () =>
      import('../areas/study-mapping/StudyMappingPage.tsx').then(({ StudyMappingPage }) => StudyMappingPage),
  },
  roles: {
    AdminRole: () => import('../areas/roles/RolesPage.tsx').then(({ RolesPage }) => RolesPage),
    AdminDataProtection: () =>
      import('../areas/data-protection/DataProtectionPage.tsx').then(
        ({ DataProtectionPage }) => DataProtectionPage,
      ),
    AdminRolePrivilege: () =>
      import('../areas/roles/RolePrivilegesPage.tsx').then(({ RolePrivilegesPage }) => RolePrivilegesPage),
  },
  access: {
    AdminAccess: () => import('../areas/access/AccessPage.tsx').then(({ AccessPage }) => AccessPage),
  },
  settings: {
    AdminSettings: () =>
      import('../areas/settings/SettingsPage.tsx').then(({ SettingsPage }) => SettingsPage),
  },
  sync: {
    SyncStudyList: () => import('../areas/sync/StudyListPage.tsx').then(({ StudyListPage }) => StudyListPage),
    SyncList: () => import('../areas/sync/SyncPage.tsx').then(({ SyncPage }) => SyncPage),
  },
  submissions: {
    SubmissionDetail: () => import('../areas/submissions/EntryPage.tsx').then(({ EntryPage }) => EntryPage),
    SubmissionCheckList: () =>
      import('../areas/submissions/CheckListPage.tsx').then(({ CheckListPage }) => CheckListPage),
    SubmissionHistoryList: () =>
      import('../areas/submissions/HistoryPage.tsx').then(({ HistoryPage }) => HistoryPage),
    SubmissionBatchDetail: () =>
      import('../areas/submissions/BatchDetailPage.tsx').then(({ BatchDetailPage }) => BatchDetailPage),
    SubmissionCaseHistoryList: () =>
      import('../areas/submissions/CaseHistoryPage.tsx').then(({ CaseHistoryPage }) => CaseHistoryPage),
  },
  'mapping-rules': {
    SyncMappingRuleList: () =>
      import('../areas/sync/mapping/MappingRuleListPage.tsx').then(
        ({ MappingRuleListPage }) => MappingRuleListPage,
      ),
    SyncMappingRuleSummary: () =>
      import('../areas/sync/mapping/MappingSourcesPage.tsx').then(
        ({ MappingSourcesPage }) => MappingSourcesPage,
      ),
    SyncMappingRuleDetail: () =>
      import('../areas/sync/mapping/MappingRulePage.tsx').then(({ MappingRulePage }) => MappingRulePage),
  },
  monitoring: {
    MonitoringDetail: () =>
      import('../areas/monitoring/MonitoringPage.tsx').then(({ MonitoringPage }) => MonitoringPage),
    MonitoringHistoryList: () =>
      import('../areas/monitoring/MonitoringHistoryPage.tsx').then(
        ({ MonitoringHistoryPage }) => MonitoringHistoryPage,
      ),
    MonitoringRunDetail: () =>
      import('../areas/monitoring/MonitoringRunPage.tsx').then(({ MonitoringRunPage }) => MonitoringRunPage),
    MonitoringFigureList: () =>
      import('../areas/monitoring/FigureListPage.tsx').then(({ FigureListPage }) => FigureListPage),
  },
  'sign-on': {
    OAuthAuthorize: () =>
      import('../areas/sign-on/AuthorizePage.tsx').then(({ AuthorizePage }) => AuthorizePage),
  },
  'schema-studio': {
    SchemaStudio: () => import('../areas/schema-studio/StudioPage.tsx').then(({ StudioPage }) => StudioPage),
  },
};

const loaders = new Map(
  Object.entries(GROUPS).flatMap(([group, pages]) =>
    Object.entries(pages).map(([name, load]) => [name as Name, () => loadGroup(group, load)] as const),
  ),
);

/** How to load the page of a route; undefined where the route leads to another one. */
export const loaderOf = (name: Name): (() => Promise<ComponentType>) | undefined => loaders.get(name);
