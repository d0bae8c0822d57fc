import type { AreaPages } from '../../frame/routeData.ts';

export const studioPages: AreaPages = {
  group: 'schema-studio',
  pages: { SchemaStudio: () => import('./StudioPage.tsx').then(({ StudioPage }) => StudioPage) },
};
