/** To the login and back. */
import { storedLanguage } from '../i18n/index.ts';

/** The login page that leads back to an address; the home page is where one lands anyway. */
export function loginPath(from: string): string {
  const base = `/login/${storedLanguage()}`;
  const isHome = from === '/' || /^(\/[^/]+){0,4}\/home\/?$/.test(from);
  return isHome ? base : `${base}?redirectTo=${encodeURIComponent(from)}`;
}

/** To the login again would lead nowhere. Addresses know no capitals. */
const LOGIN = /^\/login(\/|$)/i;

/** An address of this site out of `redirectTo`, or null: a link must not lead a fresh session elsewhere. */
export function safeRedirect(redirectTo: string | null): string | null {
  if (!redirectTo?.startsWith('/')) return null;
  const { origin, pathname, search } = new URL(redirectTo, location.origin);
  // dots are resolved by now: a path that begins with two slashes would be read as the address of another site
  const isOwn = origin === location.origin && !pathname.startsWith('//');
  return isOwn && !LOGIN.test(pathname) ? pathname + search : null;
}
