import type { AreaPages } from '../../app-context/routeData.ts';

export const signOnPages: AreaPages = {
  group: 'sign-on',
  pages: { OAuthAuthorize: () => import('./AuthorizePage.tsx').then(({ AuthorizePage }) => AuthorizePage) },
};
