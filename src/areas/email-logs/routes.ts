import type { AreaPages } from '../../app-context/routeData.ts';

export const emailLogPages: AreaPages = {
  group: 'email-logs',
  pages: { CaseEmailLog: () => import('./EmailLogPage.tsx').then(({ EmailLogPage }) => EmailLogPage) },
};
