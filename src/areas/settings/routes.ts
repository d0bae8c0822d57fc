import type { AreaPages } from '../../frame/routeData.ts';

export const settingsPages: AreaPages = {
  group: 'settings',
  pages: { AdminSettings: () => import('./SettingsPage.tsx').then(({ SettingsPage }) => SettingsPage) },
};
