import type { AreaPages } from '../../frame/routeData.ts';

export const homePages: AreaPages = {
  group: 'home',
  pages: { Home: () => import('./HomePage.tsx').then(({ HomePage }) => HomePage) },
};
