/** Which menus a user sees, and where they lead here. */
import { decideRoute } from '../../../shared/access/decideRoute.ts';
import { MENUS, type Menu } from '../../../shared/access/menus.ts';
import { routeNamed, shortPath } from '../../../shared/access/routes.ts';
import type { Session } from '../../session/sessionStore.ts';
import { ADMIN_PREFIX, pathIn, type CurrentRouteContext } from '../../app-context/routeContext.ts';
import { visitorOf, type Visiting } from '../../app-context/routeData.ts';

export interface MenuEntry extends Pick<Menu, 'menuId' | 'depth1'> {
  /** the whole address */
  path: string;
}

/** The menus the server returned for the user that the product knows, in the product's order and each name once. */
export function menusOf(
  session: Visiting & Pick<Session, 'menuList'>,
  context: CurrentRouteContext,
): MenuEntry[] {
  const returned = new Set(session.menuList.map(({ menuId }) => menuId));
  const visitor = visitorOf(session);
  const entries = MENUS.filter(
    ({ menuId, inAdmin = false }) => returned.has(menuId) && inAdmin === context.isAdmin,
  ).flatMap(({ menuId, depth1, routes }) => {
    const route = routes
      .map(routeNamed)
      .find((one) => decideRoute(one, visitor, context.appendix).kind !== 'forbidden');
    if (!route) return [];
    const below = shortPath(route);
    const path = route.isAdmin ? [ADMIN_PREFIX, below].filter(Boolean).join('/') : pathIn(context, below);
    return [{ menuId, depth1, path }];
  });
  return entries.filter(
    ({ depth1 }, index) => entries.findIndex((entry) => entry.depth1 === depth1) === index,
  );
}
