// @vitest-environment happy-dom
/** Which page an address shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { PUBLIC, routeNamed, ROUTES, shortPath, type RouteName } from '../../shared/access/routes.ts';
import { pathIn } from '../app-context/routeContext.ts';
import { LANGUAGES } from '../i18n/languages.ts';
import { routes } from './routes.tsx';

const PLACE = { sponsorKey: 1, sessionSenderKey: '2', language: 'en', appendix: 'KR' } as const;

/** The name of the route inside the frame that an address shows, and the parts of the address. */
function shown(address: string) {
  const match = matchRoutes(routes, address)?.at(-1);
  const handle = match?.route.handle as { name: RouteName } | undefined;
  return { name: handle?.name ?? null, path: match?.route.path ?? null, params: match?.params ?? {} };
}
const below = (path: string) => shown(pathIn(PLACE, path));

it.each<[string, RouteName, Record<string, string>]>([
  ['home', 'Home', {}],
  ['home/notice/list', 'NoticeList', {}],
  ['home/notice/7/detail', 'NoticeDetail', { noticeKey: '7' }],
  ['case/list', 'CaseList', {}],
  ['case/list/2/50', 'CaseList', { pageNo: '2', rowCount: '50' }],
  ['case/list/2/50/k3', 'CaseList', { pageNo: '2', rowCount: '50', hash: 'k3' }],
  ['case/warning', 'CaseWarning', {}],
  ['case/warning/study/4', 'CaseWarning', { target: 'study', key: '4' }],
  [
    'case/warning/rule/overdue/2/50',
    'CaseWarning',
    { target: 'rule', key: 'overdue', pageNo: '2', rowCount: '50' },
  ],
  ['case/7/detail', 'CaseDetail', { caseKey: '7' }],
  ['case/7/detail/DM', 'CaseDM', { caseKey: '7' }],
  ['case/7/detail/DG', 'CaseDG', { caseKey: '7' }],
  ['case/7/detail/DG/3', 'CaseDGRow', { caseKey: '7', rowNo: '3' }],
  ['case/7/detail/AT/2/20', 'CaseAT', { caseKey: '7', pageNo: '2', rowCount: '20' }],
  ['case/7/detail/OWN/3', 'CaseDetail', { caseKey: '7', page: 'OWN', rowNo: '3' }],
  ['coding/mfds/substance/list', 'CodingMfdsSubstanceList', {}],
  ['caseinfo/narrative', 'CaseInfoNarrative', {}],
  ['caseinfo/narrative/9/detail', 'CaseInfoNarrativeDetail', { nrKey: '9' }],
  ['caseinfo/synonym/9/detail', 'CaseInfoSynonymDetail', { synKey: '9' }],
  ['data', 'Data', {}],
  ['data/history/5/import-detail', 'DataImportDetail', { dataKey: '5' }],
  ['submission', 'SubmissionDetail', {}],
  ['submission/7', 'SubmissionDetail', { caseKey: '7' }],
  ['submission/4/check-list/en', 'SubmissionCheckList', { batchKey: '4', notation: 'en' }],
  ['submission/history/list', 'SubmissionHistoryList', {}],
  ['submission/history/4/batch-detail', 'SubmissionBatchDetail', { batchKey: '4' }],
  ['submission/case-history/list', 'SubmissionCaseHistoryList', {}],
  ['study-list', 'SyncStudyList', {}],
  ['study-list/2/10', 'SyncStudyList', { pageNo: '2', rowCount: '10' }],
  ['study-list/3/detail/mapping-rule/list', 'SyncMappingRuleList', { studyKey: '3' }],
  [
    'study-list/3/detail/mapping-rule/summary/list/x',
    'SyncMappingRuleSummary',
    { studyKey: '3', itemId: 'x' },
  ],
  ['study-list/3/detail/mapping-rule/x/1/detail', 'SyncMappingRuleDetail', { itemId: 'x', targetSeqNo: '1' }],
  ['study-list/3/detail/sync/list', 'SyncList', { studyKey: '3' }],
  ['user/list', 'AdminUserList', {}],
  ['user/3/detail', 'AdminUserDetail', { userKey: '3' }],
  ['role', 'AdminRole', {}],
  ['role-priv', 'AdminRolePrivilege', {}],
  ['data-protection', 'AdminDataProtection', {}],
  ['access', 'AdminAccess', {}],
  ['settings', 'AdminSettings', {}],
  ['exam-editor', 'SchemaStudio', {}],
])('%s below the prefix shows %s', (path, name, params) => {
  const found = below(path);
  expect(found.name).toBe(name);
  expect(found.params).toMatchObject(params);
});

it.each<[string, RouteName]>([
  ['/system-admin', 'SystemAdmin'],
  ['/system-admin/notice', 'AdminNotice'],
  ['/system-admin/notice/list/2/10', 'AdminNoticeList'],
  ['/system-admin/notice/7/detail', 'AdminNoticeDetail'],
  ['/system-admin/company', 'CompanyList'],
  ['/system-admin/company/list', 'AdminCompanyList'],
  ['/system-admin/company/5', 'AdminCompany'],
  ['/system-admin/company/5/study-mapping/8/detail', 'AdminCompanyStudyMapping'],
  ['/system-admin/search/submission', 'AdminSearchSubmission'],
  ['/system-admin/caseinfo/receiver', 'AdminCaseInfo'],
  ['/system-admin/user/list', 'SystemAdminUserList'],
])('%s shows %s', (address, name) => {
  expect(shown(address).name).toBe(name);
});

it.each([
  ['/nowhere', '*'],
  ['/a/b/c/d/nowhere', '*'],
  ['/system-admin/nowhere', '*'],
  ['/login/ko/1/2/KR', '/login/:language?/:sponsorKey?/:sessionSenderKey?/:appendix?'],
  ['/password/change/abc/ko', '/password/change/:token/:language?'],
  ['/password/finish', '/password/finish'],
])('%s is outside of the table of the frame, at %s', (address, path) => {
  expect(shown(address)).toMatchObject({ name: null, path });
});

it('every route is reached by its own address', () => {
  for (const route of ROUTES) {
    const path = shortPath(route).replace(/:(\w+)/g, '7');
    const address = route.isAdmin ? `/system-admin/${path}` : pathIn(PLACE, path);
    expect(shown(address).name, address).toBe(route.name);
  }
});

it('the tabs of a case are one page, so that what it holds stays from tab to tab', async () => {
  const names: RouteName[] = ['CaseDetail', 'CaseDM', 'CaseDG', 'CaseDGRow', 'CaseWF'];
  const { loaderOf } = await import('./pages.ts');
  const pages = await Promise.all(names.map(async (name) => loaderOf(routeNamed(name).name)?.()));
  expect(pages[0]).toBeTypeOf('function');
  expect(new Set(pages).size).toBe(1);
});

it.each(LANGUAGES)(
  'every title of the table has words in %s, and every word is the title of a route',
  (language) => {
    const file = join(import.meta.dirname, '..', 'i18n', 'locales', language, 'start', 'pages.json');
    const { titles } = JSON.parse(readFileSync(file, 'utf8')) as { titles: Record<string, string> };
    const allTitles = [...ROUTES, ...PUBLIC].map(({ title }) => title);
    expect(Object.keys(titles).sort()).toEqual([...new Set([...allTitles, 'notFound'])].sort());
  },
);
