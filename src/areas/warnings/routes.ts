import type { AreaPages } from '../../frame/routeData.ts';

export const warningPages: AreaPages = {
  group: 'warnings',
  pages: { CaseWarning: () => import('./WarningsPage.tsx').then(({ WarningsPage }) => WarningsPage) },
};
