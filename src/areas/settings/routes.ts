import type { AreaPages } from '../../app-context/routeData.ts';

export const settingsPages: AreaPages = {
  group: 'settings',
  pages: { AdminSettings: () => import('./SettingsPage.tsx').then(({ SettingsPage }) => SettingsPage) },
};
