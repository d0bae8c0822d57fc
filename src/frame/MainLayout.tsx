/** Everything around a page of the main area: guard, header, menu, content. */
import { Loader } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches, useNavigate, useNavigation } from 'react-router-dom';
import { readJournalKey } from '../../shared/contract/index.ts';
import { call, onSessionExpired, setSessionParams } from '../api/index.ts';
import { showInfo, useDialog } from '../components/index.ts';
import { KeyMap } from '../keys/index.ts';
import { endSession, forgetSession, LOGGED_OUT, useSession } from '../session/sessionStore.ts';
import { flushJournal, startJournal, stopJournal } from '../journal/index.ts';
import { Header } from './Header.tsx';
import { KeptEditsNotice } from './KeptEditsNotice.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { loginPath } from './loginPath.ts';
import classes from './MainLayout.module.css';
import { menusOf } from './menu.ts';
import { pathIn, usePlace } from './place.ts';
import type { RouteHandle } from './routeData.ts';
import { SideMenu } from './SideMenu.tsx';
import { SponsorDialog } from './SponsorDialog.tsx';
import { discardChanges, leaveUnasked } from './unsavedChanges.ts';
import { useDialogFocus } from './useDialogFocus.ts';
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
  const sponsor = useDialog<typeof place>();

  // before the first query of a page below runs
  setSessionParams({
    sponsorKey: String(place.sponsorKey),
    senderKey: place.sessionSenderKey,
    language: place.language,
    appendix: place.appendix,
  });
  useRouteFocus(handle ? t(handle.title) : '', pathname, content);
  useDialogFocus();
  useVersionCheck(pathname);
  const toLogin = useCallback(() => {
    leaveUnasked();
    queries.clear();
    void navigate(loginPath(location.pathname + location.search));
  }, [navigate, queries]);
  useExpiry(toLogin);
  useOwnJournal(session.userKey);
  const logOut = () => {
    discardChanges();
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
        <Header onLogOut={logOut} onLoggedOut={toLogin} onSwitchSponsor={() => sponsor.show(place)} />
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
              <KeptEditsNotice />
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <KeyMap />
      {sponsor.subject && (
        <SponsorDialog
          session={session}
          chosen={sponsor.subject}
          onClose={sponsor.hide}
          onChoose={(sponsorKey, sessionSenderKey) => {
            sponsor.hide();
            discardChanges();
            queries.clear();
            void navigate(pathIn({ ...place, sponsorKey, sessionSenderKey }, 'home'));
          }}
        />
      )}
    </LeaveGuard>
  );
}

/** Unsaved edits are kept for the user who has signed in, and for nobody after him. */
function useOwnJournal(userKey: number): void {
  useEffect(() => {
    void startJournal(userKey, async () => (await call(readJournalKey, { params: { userKey } })).key);
    return () => void stopJournal();
  }, [userKey]);
}

/** The server says that the session is over: a message, and after a moment the login. */
function useExpiry(toLogin: () => void): void {
  const { t } = useTranslation('frame');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onSessionExpired(() => {
      if (timer) return;
      showInfo(t('session.expired'));
      void flushJournal();
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
