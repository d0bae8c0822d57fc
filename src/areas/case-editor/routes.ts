import type { AreaRoute } from '../../frame/routeData.ts';

export const caseEditorRoutes: readonly AreaRoute[] = [
  {
    path: 'case/:caseKey/detail/:page?/:rowNo?',
    title: 'titles.caseDetail',
    menuId: 'MU-CS',
    depth1: 'Case',
    privileges: ['READ.CASE', 'EDIT.CASE'],
    group: 'case-editor',
    load: () => import('./pages/CaseDetailPage.tsx').then(({ CaseDetailPage }) => CaseDetailPage),
  },
];
