/** Access to addresses: one answer for guards and menus. */
import { hasAnyPrivilege, type PrivilegeId } from './privileges.ts';
import { routeNamed, type Route, type RouteName } from './routes.ts';

/** The user, and the configuration of the current sponsor. */
export interface Visitor {
  privileges: readonly string[];
  systemAdmin: boolean;
  useWorkflow: boolean;
  /** null: no IDF table is loaded */
  idfVersion: string | null;
}

export type Decision = { kind: 'allow' } | { kind: 'redirect'; to: RouteName } | { kind: 'forbidden' };

const ALLOW: Decision = { kind: 'allow' };
const FORBIDDEN: Decision = { kind: 'forbidden' };

/** Whether an appendix has the route, and its requirements are configured. */
const isAvailable = (route: Route, { useWorkflow, idfVersion }: Visitor, appendix: string): boolean =>
  (!route.appendices || route.appendices.includes(appendix)) &&
  (!route.needsIdf || idfVersion !== null) &&
  (!route.needsWorkflow || useWorkflow);

/** The result for an address: its page, another address, or the forbidden page (specification sections 4 and 6). */
export function decideRoute(route: Route, visitor: Visitor, appendix: string): Decision {
  const { privileges, systemAdmin } = visitor;
  if (route.isAdmin && !systemAdmin) return FORBIDDEN;
  if (route.redirectTo) return { kind: 'redirect', to: route.redirectTo };
  if (!isAvailable(route, visitor, appendix)) return FORBIDDEN;
  // every privilege is held in administration mode
  if (route.isAdmin || hasAnyPrivilege(privileges, route.privileges)) return ALLOW;
  const history = route.readerRoute;
  return history && hasAnyPrivilege(privileges, routeNamed(history).privileges)
    ? { kind: 'redirect', to: history }
    : FORBIDDEN;
}

/** The privileges of which any opens the route, or the list it sends readers to. */
export const privilegesFor = ({ privileges, readerRoute }: Route): readonly PrivilegeId[] =>
  readerRoute ? [...privileges, ...routeNamed(readerRoute).privileges] : privileges;
