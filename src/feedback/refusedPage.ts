/** A page whose own data are refused: the user may not see them, or its key leads to nothing (specification section 8). */
import i18next from 'i18next';
import { listRouteOf, routeNamed, shortPath, type Route } from '../../shared/access/routes.ts';
import { CallFailure, NO_PRIVILEGE } from '../api/index.ts';
import { showError } from '../components/toasts.tsx';
import { ADMIN_PREFIX, isAdminPath } from '../app-context/routeContext.ts';

interface Navigation {
  /** goes to a path in place of the page that is shown */
  go: (path: string) => void;
  /** the route that is shown; null where the address is unknown */
  route: () => Route | null;
  /** of the address that is shown */
  params: () => Readonly<Record<string, string | undefined>>;
}

let navigation: Navigation | null = null;

/** How one leaves a page. */
export const leaveRefusedPagesBy = (next: Navigation): void => {
  navigation = next;
};

/** The key in the address is none, or there is no such record. */
const NOT_RESOLVED = [400, 404];
const isWordForKey = ({ status }: CallFailure): boolean => status === 400;

/** Of a route whose parameters are among those of the address that is shown. */
const addressOf = (route: Route, params: ReturnType<Navigation['params']>): string => {
  const { pathname } = location;
  const prefix = isAdminPath(pathname) ? ADMIN_PREFIX : pathname.split('/').slice(0, 5).join('/');
  return `${prefix}/${shortPath(route).replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`;
};

/** Does the failure of the data that a page is of lead away from the page? The page shows no failure of its own then. */
export const leavesPage = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && (error.errCode === NO_PRIVILEGE || NOT_RESOLVED.includes(error.status));

/**
 * Leaves the page where its data were refused: without the privilege for the forbidden page, with a key that leads to
 * nothing for the nearest list of its address, with a message. Answers whether it did.
 */
export function leftRefusedPage(error: unknown): boolean {
  if (!leavesPage(error) || !navigation) return false;
  const params = navigation.params();
  if (error.errCode === NO_PRIVILEGE) {
    navigation.go(addressOf(routeNamed('BadPermission'), params));
    return true;
  }
  const route = navigation.route();
  navigation.go(addressOf((route && listRouteOf(route)) ?? routeNamed('Home'), params));
  // the first line is the specification's; the second says what it was: of a word where a key is, the server says only its type
  showError(
    i18next.t('failures:unexpected'),
    isWordForKey(error) ? i18next.t('failures:notFound') : error.errMsg,
  );
  return true;
}
