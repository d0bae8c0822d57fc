import type { AreaPages } from '../../app-context/routeData.ts';

export const homePages: AreaPages = {
  group: 'home',
  pages: {
    Home: () => import('./HomePage.tsx').then(({ HomePage }) => HomePage),
    HomeReportList: () =>
      import('./HomeReportListPage.tsx').then(({ HomeReportListPage }) => HomeReportListPage),
    HomeEdcSyncList: () =>
      import('./HomeEdcSyncListPage.tsx').then(({ HomeEdcSyncListPage }) => HomeEdcSyncListPage),
  },
};
