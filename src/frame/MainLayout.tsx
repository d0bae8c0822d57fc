/** Everything around a page of the main area: guard, header, menu, content. */
import { Loader } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches, useNavigate, useNavigation } from 'react-router-dom';
import { onSessionExpired, setSessionParams } from '../api/index.ts';
import { showInfo } from '../components/index.ts';
import { dropAllDrafts } from '../session/drafts.ts';
import { endSession, forgetSession, LOGGED_OUT, useSession } from '../session/sessionStore.ts';
import { Header } from './Header.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { loginPath } from './loginPath.ts';
import classes from './MainLayout.module.css';
import { menusOf } from './menu.ts';
import { pathIn, usePlace } from './place.ts';
import type { RouteHandle } from './routeData.ts';
import { SideMenu } from './SideMenu.tsx';
import { SponsorDialog } from './SponsorDialog.tsx';
import { discardChanges, leaveUnasked } from './unsavedChanges.ts';
import { useRouteFocus } from './useRouteFocus.ts';
import { useVersionCheck } from './useVersionCheck.ts';

/** Specification section 9: how long the message stands before an expired session goes to login. */
const EXPIRY_REDIRECT_MS = 1000;
const MENU_KEY = 'casewright.menuExpanded';

const isHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'depth1' in handle;

export function MainLayout() {
  const { t } = useTranslation('frame');
  const session = useSession();
  const place = usePlace();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isHandle);
  const content = useRef<HTMLElement>(null);
  const [expanded, setExpanded] = useState(() => localStorage.getItem(MENU_KEY) === 'Y');
  const [switching, setSwitching] = useState(false);

  // before the first query of a page below runs
  setSessionParams({
    sponsorKey: String(place.sponsorKey),
    senderKey: place.sessionSenderKey,
    language: place.language,
    appendix: place.appendix,
  });
  useRouteFocus(handle ? t(handle.title) : '', pathname, content);
  useVersionCheck(pathname);
  const toLogin = useCallback(() => {
    leaveUnasked();
    queries.clear();
    void navigate(loginPath(location.pathname + location.search));
  }, [navigate, queries]);
  useExpiry(toLogin);
  const logOut = () => {
    discardChanges();
    dropAllDrafts();
    void endSession(LOGGED_OUT).then(() => {
      queries.clear();
      void navigate(loginPath('/'));
    });
  };

  const toggleMenu = () => {
    localStorage.setItem(MENU_KEY, expanded ? 'N' : 'Y');
    setExpanded(!expanded);
  };
  return (
    <LeaveGuard>
      <a
        href="#content"
        className={classes.skip}
        onClick={(event) => {
          // the router takes a jump inside the page for a navigation
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      <div className={classes.frame}>
        <Header onLogOut={logOut} onLoggedOut={toLogin} onSwitchSponsor={() => setSwitching(true)} />
        <LoadingBar />
        <div className={classes.body}>
          <SideMenu
            menus={menusOf(session, place.appendix)}
            active={handle?.depth1 ?? ''}
            expanded={expanded}
            onToggle={toggleMenu}
          />
          <main id="content" ref={content} tabIndex={-1} className={classes.content}>
            <Suspense fallback={<Loader m="xl" aria-label={t('loading')} />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      {switching && (
        <SponsorDialog
          session={session}
          chosen={place}
          onClose={() => setSwitching(false)}
          onChoose={(sponsorKey, sessionSenderKey) => {
            setSwitching(false);
            discardChanges();
            queries.clear();
            void navigate(pathIn({ ...place, sponsorKey, sessionSenderKey }, 'home'));
          }}
        />
      )}
    </LeaveGuard>
  );
}

/** The server says that the session is over: a message, and after a moment the login. */
function useExpiry(toLogin: () => void): void {
  const { t } = useTranslation('frame');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onSessionExpired(() => {
      if (timer) return;
      showInfo(t('session.expired'));
      timer = setTimeout(() => {
        forgetSession();
        toLogin();
      }, EXPIRY_REDIRECT_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [t, toLogin]);
}

function LoadingBar() {
  const { t } = useTranslation('frame');
  const busy = useIsFetching() > 0;
  const navigating = useNavigation().state !== 'idle';
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={t('loading')}
      hidden={!(busy || navigating)}
    />
  );
}
