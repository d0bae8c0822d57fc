/** Cases: their lists, and the tabs of one case in wizard order. */
import { PAGED, type RouteData } from './route.types.ts';

const CASE = { menuId: 'MU-CS', depth1: 'Case', privileges: ['READ.CASE', 'EDIT.CASE'] } as const;
/** the sibling pages above the single case */
const LIST = { ...CASE, tab: true } as const;
const WORKFLOW = { privileges: ['READ.CASE_WORKFLOW'], needsWorkflow: true } as const;

const DETAIL = 'case/:caseKey/detail';

const tab = <const Page extends string>(page: Page) =>
  ({ ...CASE, name: `Case${page}`, path: `${DETAIL}/${page}`, title: 'caseDetail', pageId: page }) as const;

/** A tab of rows: the summary of all rows, and the page of one. */
const rowsTab = <const Page extends string>(page: Page) =>
  [tab(page), { ...tab(page), name: `Case${page}Row`, path: `${DETAIL}/${page}/:rowNo` }] as const;

const pagedTab = <const Page extends string>(page: Page) =>
  ({ ...tab(page), path: `${DETAIL}/${page}${PAGED}` }) as const;

export const CASE_LIST_ROUTES = [
  { ...LIST, name: 'CaseList', path: `case/list${PAGED}`, title: 'caseList', pageId: 'MU-CS' },
  {
    ...LIST,
    name: 'CaseWarning',
    path: `case/warning/:target?/:key?${PAGED}`,
    title: 'caseWarning',
    pageId: 'MU-CS-WARNING',
  },
  {
    ...LIST,
    name: 'QuestionList',
    path: `case/question/list${PAGED}`,
    title: 'questionList',
    pageId: 'MU-CS-QN',
  },
  {
    ...LIST,
    name: 'CaseEmailLog',
    path: `case/email-log${PAGED}`,
    title: 'caseEmailLog',
    pageId: 'MU-CS-LOG',
  },
  {
    ...LIST,
    name: 'CaseDuplicationCheck',
    path: 'case/duplication-check',
    title: 'caseDuplicationCheck',
    pageId: 'MU-CS-DUP',
  },
] as const satisfies readonly RouteData[];

/** All are shown by the editor page. */
export const CASE_DETAIL_ROUTES = [
  // without a tab it redirects to the first one; an analyst's own page has no entry here and is found by its name
  {
    ...CASE,
    name: 'CaseDetail',
    path: `${DETAIL}/:page?/:rowNo?`,
    title: 'caseDetail',
    pageId: 'MU-CS',
  },
  tab('CI'),
  ...rowsTab('RP'),
  tab('SD'),
  ...rowsTab('LR'),
  tab('SI'),
  tab('DM'),
  ...rowsTab('DH'),
  ...rowsTab('AE'),
  ...rowsTab('LB'),
  ...rowsTab('DG'),
  tab('NR'),
  tab('RE'),
  { ...pagedTab('WF'), ...WORKFLOW },
  pagedTab('AT'),
] as const satisfies readonly RouteData[];
