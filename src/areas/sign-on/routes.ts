import type { AreaPages } from '../../frame/routeData.ts';

export const signOnPages: AreaPages = {
  group: 'sign-on',
  pages: { OAuthAuthorize: () => import('./AuthorizePage.tsx').then(({ AuthorizePage }) => AuthorizePage) },
};
