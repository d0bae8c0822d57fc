/** To the login and back. */
import { storedLanguage } from '../i18n/index.ts';

/** The login page that leads back to an address; the home page is where one lands anyway. */
export function loginPath(from: string): string {
  const base = `/login/${storedLanguage()}`;
  const isHome = from === '/' || /^(\/[^/]+){0,4}\/home\/?$/.test(from);
  return isHome ? base : `${base}?redirectTo=${encodeURIComponent(from)}`;
}

/** An address of this site out of `redirectTo`, or null: a link must not lead a fresh session elsewhere. */
export function safeRedirect(redirectTo: string | null): string | null {
  if (!redirectTo?.startsWith('/')) return null;
  const target = new URL(redirectTo, location.origin);
  return target.origin === location.origin && !target.pathname.startsWith('/login')
    ? target.pathname + target.search
    : null;
}
