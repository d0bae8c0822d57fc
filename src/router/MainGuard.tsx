/** The guard of the main area, run on each route change. */
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigation, useParams } from 'react-router-dom';
import { showInfo } from '../components/index.ts';
import { MainLayout } from '../frame/MainLayout.tsx';
import { ADMIN_PREFIX, belowPrefix, pathIn, useRouteContext } from '../app-context/routeContext.ts';
import { isLanguage, storedLanguage, switchLanguage } from '../i18n/index.ts';
import { useMaybeSession } from '../session/sessionStore.ts';
import { ToLogin } from './guards.tsx';
import { NotFound } from './messagePages.tsx';

/**
 * The main area is for signed-in users. The language of the address is replaced by the stored one, the appendix by the
 * user's default (specification section 4), or both are shown where the user may have them: a setting of the sponsor
 * (decision 0124).
 */
export function MainGuard() {
  const session = useMaybeSession();
  const { sponsorKey = '', sessionSenderKey = '', language, appendix = '' } = useParams();
  const { pathname, search, hash } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const [isDrawn, setDrawn] = useState(false);
  const [opened] = useState(appendix);
  if (!/^\d+$/.test(sponsorKey) || !/^-?\d+$/.test(sessionSenderKey) || !isLanguage(language)) {
    return <NotFound />;
  }
  if (!session) return <ToLogin />;
  if (!session.takesPart && Number(sponsorKey) === session.sponsorKey)
    return <Navigate to={ADMIN_PREFIX} replace />;
  // another sponsor's session is on its way with its own region and settings
  const isOwn = Number(sponsorKey) === session.sponsorKey;
  const follows = session.links === 'follow';
  const isAllowed = follows && session.appendices.includes(appendix);
  const region = !isOwn || isAllowed ? appendix : session.defaultAppendix;
  const right = { language: isOwn && follows ? language : storedLanguage(), appendix: region };
  // while another page is on its way the address is still the old one: correcting it would lead back
  const isRight = navigating || (language === right.language && appendix === region);
  if (isRight && !isDrawn) setDrawn(true);
  const context = { sponsorKey: Number(sponsorKey), sessionSenderKey, ...right };
  return (
    <>
      {!isRight && <Navigate to={pathIn(context, belowPrefix(pathname)) + search + hash} replace />}
      {/* stays while the address is corrected: what is open in the header would close */}
      {isDrawn && <InLanguage linkedAppendix={opened} />}
    </>
  );
}

interface InLanguageProps {
  /** region of the address that was opened, before it was corrected */
  linkedAppendix: string;
}

function InLanguage({ linkedAppendix }: InLanguageProps) {
  const { language, appendix } = useRouteContext();
  const [shownAppendix] = useState(appendix);
  useEffect(() => void switchLanguage(language), [language]);
  // on opening only: afterwards the region changes when the user chooses another
  useEffect(() => {
    if (linkedAppendix !== shownAppendix)
      showInfo(i18next.t('frame:linkCorrected', { linked: linkedAppendix, appendix: shownAppendix }));
  }, [linkedAppendix, shownAppendix]);
  return <MainLayout />;
}
