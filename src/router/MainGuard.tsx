/** The guard of the main area, run on each route change. */
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigation, useParams } from 'react-router-dom';
import { MainLayout } from '../frame/MainLayout.tsx';
import { ADMIN_PREFIX, belowPrefix, pathIn, useRouteContext } from '../app-context/routeContext.ts';
import { isLanguage, storedLanguage, switchLanguage } from '../i18n/index.ts';
import { useMaybeSession } from '../session/sessionStore.ts';
import { ToLogin } from './guards.tsx';
import { NotFound } from './messagePages.tsx';

/**
 * The main area is for signed-in users. The language of the address is replaced by the stored one, the appendix by the
 * user's default (specification section 4).
 */
export function MainGuard() {
  const session = useMaybeSession();
  const { sponsorKey = '', sessionSenderKey = '', language, appendix = '' } = useParams();
  const { pathname, search, hash } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const [isDrawn, setDrawn] = useState(false);
  if (!/^\d+$/.test(sponsorKey) || !/^-?\d+$/.test(sessionSenderKey) || !isLanguage(language)) {
    return <NotFound />;
  }
  if (!session) return <ToLogin />;
  if (!session.takesPart && Number(sponsorKey) === session.sponsorKey)
    return <Navigate to={ADMIN_PREFIX} replace />;
  const stored = storedLanguage();
  // the default region is the one for the session's sponsor: another sponsor's session is on its way with its own
  const region = Number(sponsorKey) === session.sponsorKey ? session.defaultAppendix : appendix;
  // while another page is on its way the address is still the old one: correcting it would lead back
  const isRight = navigating || (language === stored && appendix === region);
  if (isRight && !isDrawn) setDrawn(true);
  const context = { sponsorKey: Number(sponsorKey), sessionSenderKey, language: stored, appendix: region };
  return (
    <>
      {!isRight && <Navigate to={pathIn(context, belowPrefix(pathname)) + search + hash} replace />}
      {/* stays while the address is corrected: what is open in the header would close */}
      {isDrawn && <InLanguage />}
    </>
  );
}

function InLanguage() {
  const { language } = useRouteContext();
  useEffect(() => void switchLanguage(language), [language]);
  return <MainLayout />;
}
