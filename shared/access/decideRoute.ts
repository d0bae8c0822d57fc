/** Who may open which address: one answer for guards and menus. */
import { holdsAny, type PrivilegeId } from './privileges.ts';
import { routeNamed, type Route, type RouteName } from './routes.ts';

/** Who asks, and what is set up where he works. */
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

/** Does an appendix show the route at all, and is what it needs set up? */
const isThere = (route: Route, { useWorkflow, idfVersion }: Visitor, appendix: string): boolean =>
  (!route.appendices || route.appendices.includes(appendix)) &&
  (!route.needsIdf || idfVersion !== null) &&
  (!route.needsWorkflow || useWorkflow);

/** What happens at an address: its page, another address, or the forbidden page (specification sections 4 and 6). */
export function decideRoute(route: Route, visitor: Visitor, appendix: string): Decision {
  const { privileges, systemAdmin } = visitor;
  if (route.isAdmin && !systemAdmin) return FORBIDDEN;
  if (route.redirectTo) return { kind: 'redirect', to: route.redirectTo };
  if (!isThere(route, visitor, appendix)) return FORBIDDEN;
  if (holdsAny(privileges, route.privileges, systemAdmin)) return ALLOW;
  const history = route.readersGoTo;
  return history && holdsAny(privileges, routeNamed(history).privileges)
    ? { kind: 'redirect', to: history }
    : FORBIDDEN;
}

/** The privileges of which any opens the route, or the list it sends readers to. */
export const privilegesFor = ({ privileges, readersGoTo }: Route): readonly PrivilegeId[] =>
  readersGoTo ? [...privileges, ...routeNamed(readersGoTo).privileges] : privileges;
