import type { AreaRoute } from '../../frame/routeData.ts';

export const caseImportRoutes: readonly AreaRoute[] = [
  {
    path: 'data/import',
    title: 'titles.import',
    menuId: 'MU-DT',
    depth1: 'Data',
    privileges: ['EDIT.DATA'],
    group: 'case-import',
    load: () => import('./ImportPage.tsx').then(({ ImportPage }) => ImportPage),
  },
];
