/** Who may be where: asked on each route change. */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import { loginPath } from '../frame/loginPath.ts';
import { MainLayout } from '../frame/MainLayout.tsx';
import { NO_SENDER, pathIn, usePathTo, usePlace } from '../frame/place.ts';
import { isLanguage, storedLanguage, switchLanguage } from '../i18n/index.ts';
import { mayUse, useMaybeSession, useSession, type Session } from '../session/sessionStore.ts';
import { NotFound } from './messagePages.tsx';

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

/**
 * The main area is for signed-in users. The language of the address is replaced by the stored one, the appendix by the
 * user's default (specification section 4).
 */
export function MainGuard() {
  const session = useMaybeSession();
  const { sponsorKey = '', sessionSenderKey = '', language, appendix } = useParams();
  const { pathname, search, hash } = useLocation();
  if (!/^\d+$/.test(sponsorKey) || !/^-?\d+$/.test(sessionSenderKey) || !isLanguage(language)) {
    return <NotFound homeLink />;
  }
  if (!session) return <Navigate to={loginPath(pathname + search)} replace />;
  const stored = storedLanguage();
  if (language !== stored || appendix !== session.defaultAppendix) {
    const below = pathname.split('/').slice(5).join('/');
    const place = {
      sponsorKey: Number(sponsorKey),
      sessionSenderKey,
      language: stored,
      appendix: session.defaultAppendix,
    };
    return <Navigate to={pathIn(place, below) + search + hash} replace />;
  }
  return <InLanguage />;
}

function InLanguage() {
  const { language } = usePlace();
  useEffect(() => void switchLanguage(language), [language]);
  return <MainLayout />;
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
