import type { AreaPages } from '../../app-context/routeData.ts';

export const casePages: AreaPages = {
  group: 'cases',
  pages: { CaseList: () => import('./CaseListPage.tsx').then(({ CaseListPage }) => CaseListPage) },
};
