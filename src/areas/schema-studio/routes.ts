import type { AreaRoute } from '../../frame/routeData.ts';

export const studioRoutes: readonly AreaRoute[] = [
  {
    path: 'exam-editor',
    title: 'titles.studio',
    menuId: 'MU-AD',
    depth1: 'Admin',
    // to be read by everybody signed in; the calls that change anything ask for EDIT.ADMIN
    privileges: [],
    group: 'schema-studio',
    load: () => import('./StudioPage.tsx').then(({ StudioPage }) => StudioPage),
  },
];
