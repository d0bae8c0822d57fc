/** Who may be where, outside and inside of the main area. */
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import { loginPath } from '../frame/loginPath.ts';
import { NO_SENDER, pathIn, usePathTo } from '../frame/place.ts';
import { storedLanguage } from '../i18n/index.ts';
import { mayUse, useMaybeSession, useSession, type Session } from '../session/sessionStore.ts';

/** Where a user lands who named no place. */
const homeOf = (session: Session): string =>
  pathIn(
    {
      sponsorKey: session.sponsorKey,
      sessionSenderKey: session.senderKey === null ? NO_SENDER : String(session.senderKey),
      language: storedLanguage(),
      appendix: session.defaultAppendix,
    },
    'home',
  );

export function GoHome() {
  const session = useMaybeSession();
  return <Navigate to={session ? homeOf(session) : loginPath('/')} replace />;
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
