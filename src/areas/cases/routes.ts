import type { AreaRoute } from '../../frame/routeData.ts';

export const caseRoutes: readonly AreaRoute[] = [
  {
    path: 'case/list/:pageNo?/:rowCount?/:hash?',
    title: 'titles.caseList',
    menuId: 'MU-CS',
    depth1: 'Case',
    privileges: ['READ.CASE', 'EDIT.CASE'],
    group: 'cases',
    load: () => import('./CaseListPage.tsx').then(({ CaseListPage }) => CaseListPage),
  },
];
