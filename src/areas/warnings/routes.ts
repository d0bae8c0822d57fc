import type { AreaPages } from '../../app-context/routeData.ts';

export const warningPages: AreaPages = {
  group: 'warnings',
  pages: { CaseWarning: () => import('./WarningsPage.tsx').then(({ WarningsPage }) => WarningsPage) },
};
