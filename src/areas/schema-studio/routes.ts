import type { AreaPages } from '../../app-context/routeData.ts';

export const studioPages: AreaPages = {
  group: 'schema-studio',
  pages: { SchemaStudio: () => import('./StudioPage.tsx').then(({ StudioPage }) => StudioPage) },
};
