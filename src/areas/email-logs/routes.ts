import type { AreaPages } from '../../frame/routeData.ts';

export const emailLogPages: AreaPages = {
  group: 'email-logs',
  pages: { CaseEmailLog: () => import('./EmailLogPage.tsx').then(({ EmailLogPage }) => EmailLogPage) },
};
