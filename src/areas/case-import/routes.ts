import type { AreaPages } from '../../frame/routeData.ts';

export const caseImportPages: AreaPages = {
  group: 'case-import',
  pages: { DataImport: () => import('./ImportPage.tsx').then(({ ImportPage }) => ImportPage) },
};
