/** The table of the product's addresses, read by router, menus, guards and the command palette. */
import { MAIN_ROUTES } from './mainRoutes.ts';
import { PUBLIC_ROUTES } from './publicRoutes.ts';
import type { PublicRouteData, RouteData } from './route.types.ts';
import { SYSTEM_ADMIN_ROUTES } from './systemAdminRoutes.ts';

/** A page inside the frame. */
export type RouteName = (typeof MAIN_ROUTES | typeof SYSTEM_ADMIN_ROUTES)[number]['name'];
export type PublicRouteName = (typeof PUBLIC_ROUTES)[number]['name'];

export interface Route extends RouteData {
  name: RouteName;
  redirectTo?: RouteName;
  readerRoute?: RouteName;
  /** of the system administration: fixed sponsor, English, no appendix */
  isAdmin: boolean;
}

export interface PublicRoute extends PublicRouteData {
  name: PublicRouteName;
  redirectTo?: RouteName;
}

const main = MAIN_ROUTES.map((data) => ({ ...data, isAdmin: false }) satisfies Route);
const systemAdmin = SYSTEM_ADMIN_ROUTES.map((data) => ({ ...data, isAdmin: true }) satisfies Route);

export const ROUTES: readonly Route[] = [...main, ...systemAdmin];
export const PUBLIC: readonly PublicRoute[] = PUBLIC_ROUTES;

const byName = new Map(ROUTES.map((route) => [route.name, route]));

/** The route of a name. */
export function routeNamed(name: RouteName): Route {
  const found = byName.get(name);
  if (!found) throw new Error(`there is no route '${name}'`);
  return found;
}

/**
 * The list that a page of one record leads back to: the nearest one of its address before a key. Null: it is of no list. The
 * list has no parameter that the address of the page has not.
 */
export function listRouteOf(route: Route): Route | null {
  const at = (wanted: string) =>
    ROUTES.find((one) => one.isAdmin === route.isAdmin && shortPath(one) === wanted) ?? null;
  let before = shortPath(route);
  for (;;) {
    const end = before.lastIndexOf('/:');
    if (end >= 0) before = before.slice(0, end);
    const list = at(`${before}/list`) ?? at(before);
    if (list || end < 0) return list;
  }
}

/** The path without its optional parameters: its default target, e.g. `case/list`. */
export const shortPath = ({ path }: Route): string =>
  path
    .split('/')
    .filter((part) => !part.endsWith('?'))
    .join('/');
