/** Who may be where. */
import { generatePath, Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { decideRoute } from '../../shared/access/decideRoute.ts';
import { routeNamed, shortPath, type RouteName } from '../../shared/access/routes.ts';
import { loginPath } from '../frame/loginPath.ts';
import { pathIn, defaultContextOf, usePathTo, useRouteContext } from '../app-context/routeContext.ts';
import { useRoute, visitorOf } from '../app-context/routeData.ts';
import { hasLeftOnPurpose, useMaybeSession, useSession } from '../session/sessionStore.ts';

/** For addresses that name no place: leads to a page below the user's own, after the login. */
export function GoBelow({ below }: { below: string }) {
  const session = useMaybeSession();
  const { pathname, search } = useLocation();
  return (
    <Navigate
      to={session ? pathIn(defaultContextOf(session), below) + search : loginPath(pathname + search)}
      replace
    />
  );
}

/** To the login and back here; afresh where the user has logged out himself. */
export function ToLogin() {
  const { pathname, search } = useLocation();
  return <Navigate to={loginPath(hasLeftOnPurpose() ? '/' : pathname + search)} replace />;
}

export const GoHome = () => <GoBelow below="home" />;

/** Shows the route's page to those who may see it; others go where the table of routes sends them. */
export function Guard() {
  const route = useRoute();
  const session = useSession();
  const { appendix } = useRouteContext();
  const params = useParams();
  const to = usePathTo();
  if (!route) return <Outlet />;
  const decision = decideRoute(route, visitorOf(session), appendix);
  if (decision.kind === 'allow') return <Outlet />;
  const next: RouteName = decision.kind === 'redirect' ? decision.to : 'BadPermission';
  return <Navigate to={to(generatePath(shortPath(routeNamed(next)), params))} replace />;
}
