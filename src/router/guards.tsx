/** Who may be where, outside and inside of the main area. */
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import { loginPath } from '../frame/loginPath.ts';
import { NO_SENDER, pathIn, usePathTo } from '../frame/place.ts';
import { storedLanguage } from '../i18n/index.ts';
import { mayUse, useMaybeSession, useSession, type Session } from '../session/sessionStore.ts';

/** An address below the place a user works in by default. */
const pathOf = (session: Session, below: string): string =>
  pathIn(
    {
      sponsorKey: session.sponsorKey,
      sessionSenderKey: session.senderKey === null ? NO_SENDER : String(session.senderKey),
      language: storedLanguage(),
      appendix: session.defaultAppendix,
    },
    below,
  );

export function GoHome() {
  const session = useMaybeSession();
  return <Navigate to={session ? pathOf(session, 'home') : loginPath('/')} replace />;
}

/** For addresses that name no place: leads to the same page below the user's own, after the login. */
export function GoBelow({ below }: { below: string }) {
  const session = useMaybeSession();
  const { pathname, search } = useLocation();
  return <Navigate to={session ? pathOf(session, below) + search : loginPath(pathname + search)} replace />;
}

/** Shows what is inside to users with one of the privileges, others go to the forbidden page. */
export function NeedsPrivilege({
  privileges,
  children,
}: {
  privileges: readonly PrivilegeId[];
  children: ReactNode;
}) {
  const session = useSession();
  const to = usePathTo();
  return mayUse(session, privileges) ? children : <Navigate to={to('bad-permission')} replace />;
}
