import type { AreaPages } from '../../frame/routeData.ts';

export const casePages: AreaPages = {
  group: 'cases',
  pages: { CaseList: () => import('./CaseListPage.tsx').then(({ CaseListPage }) => CaseListPage) },
};
