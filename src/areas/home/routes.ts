import type { AreaRoute } from '../../frame/routeData.ts';

export const homeRoutes: readonly AreaRoute[] = [
  {
    path: 'home',
    title: 'titles.home',
    menuId: 'MU-HOME',
    depth1: 'Home',
    privileges: [],
    group: 'home',
    load: () => import('./HomePage.tsx').then(({ HomePage }) => HomePage),
  },
];
