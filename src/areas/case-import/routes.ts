import type { AreaPages } from '../../app-context/routeData.ts';

export const caseImportPages: AreaPages = {
  group: 'case-import',
  pages: { DataImport: () => import('./ImportPage.tsx').then(({ ImportPage }) => ImportPage) },
};
