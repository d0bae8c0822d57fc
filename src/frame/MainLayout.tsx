/** Everything around a page of the main area: guard, header, menu, content. */
import { Button, Loader, Stack } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { readJournalKey } from '../../shared/contract/index.ts';
import { call, setSessionParams } from '../api/index.ts';
import { DialogHost } from '../dialogs/index.ts';
import { KeyMap } from './key-map/KeyMap.tsx';
import { endSession, LOGGED_OUT, useSession } from '../session/sessionStore.ts';
import { startJournal, stopJournal } from '../journal/index.ts';
import { SessionKeeper } from './account/SessionKeeper.tsx';
import { ConnectionBanner } from './connection/ConnectionBanner.tsx';
import { useConnection } from './connection/connection.ts';
import { AreaTabs } from './menu/AreaTabs.tsx';
import { Header } from './header/Header.tsx';
import { ErrorArea } from '../feedback/ErrorArea.tsx';
import { UnsavedEditsNotice } from './UnsavedEditsNotice.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { loginPath } from './loginPath.ts';
import classes from './MainLayout.module.css';
import type { Language } from '../i18n/index.ts';
import { menusOf } from './menu/menu.ts';
import { useRouteContext, useTimeZone } from '../app-context/routeContext.ts';
import { setUserTimeZone } from '../clock/index.ts';
import { useRoute } from '../app-context/routeData.ts';
import { failureText } from '../feedback/showFailure.ts';
import { readAllAgain } from '../feedback/readAllAgain.ts';
import { Palette } from './palette/Palette.tsx';
import { SideMenu } from './menu/SideMenu.tsx';
import { SponsorSwitch } from './sponsor/SponsorSwitch.tsx';
import { discardChanges, leaveWithoutAsking } from '../app-context/unsavedChanges.ts';
import { useFreshAccess } from './useFreshAccess.ts';
import { ViewBanner } from './view-as/ViewBanner.tsx';
import { useLastingFocus } from './useLastingFocus.ts';
import { useRouteFocus } from './useRouteFocus.ts';
import { useSessionOfRoute } from './sponsor/useSessionOfRoute.ts';
import { VersionNotice } from './version/VersionNotice.tsx';

export function MainLayout() {
  const { t } = useTranslation(['frame', 'pages']);
  const session = useSession();
  const context = useRouteContext();
  const { pathname } = useLocation();
  const route = useRoute();
  const content = useRef<HTMLElement>(null);
  const [isSwitching, setSwitching] = useState(false);
  const { toLogin, logOut } = useWaysOut();
  const found = useConnection(({ context }) => context.found);

  // before the first query of a page below runs
  setSessionParams({
    sponsorKey: String(context.sponsorKey),
    senderKey: context.sessionSenderKey,
    language: context.language,
    appendix: context.appendix,
  });
  setUserTimeZone(useTimeZone());
  useAnswersInLanguage(context.language);
  useRouteFocus(t(`pages:titles.${route?.title ?? 'notFound'}`), pathname, content);
  useLastingFocus();
  useFreshAccess();
  useOwnJournal(session.userKey);
  return (
    <LeaveGuard>
      <SessionKeeper onLeave={toLogin}>
        <SkipLink onSkip={() => content.current?.focus()} />
        <div className={classes.frame}>
          <Header onLogOut={logOut} onSwitchSponsor={() => setSwitching(true)} />
          <LoadingBar />
          <ConnectionBanner />
          <ViewBanner />
          <div className={classes.body}>
            <SideMenu menus={menusOf(session, context)} active={route?.depth1 ?? ''} />
            <main id="content" ref={content} tabIndex={-1} className={classes.content}>
              <Suspense fallback={<Loader m="xl" aria-label={t('loading')} />}>
                <VersionNotice occasion={`${pathname} ${found}`} />
                <UnsavedEditsNotice />
                {route && <AreaTabs route={route} />}
                <PageContent />
              </Suspense>
            </main>
          </div>
        </div>
        <KeyMap />
        <Palette />
        {/* a dialog is of the page it was opened on */}
        <DialogHost key={pathname} />
        <ErrorArea kind="dialog" onClose={() => setSwitching(false)}>
          <SponsorSwitch opened={isSwitching} onClose={() => setSwitching(false)} />
        </ErrorArea>
      </SessionKeeper>
    </LeaveGuard>
  );
}

/** Reads again what the server answered in another language, which some answers contain words of. */
function useAnswersInLanguage(language: Language): void {
  const queries = useQueryClient();
  const answered = useRef(language);
  useEffect(() => {
    if (answered.current === language) return;
    answered.current = language;
    void readAllAgain(queries);
  }, [queries, language]);
}

/** To the login: back here after it where the session has ended, and afresh where the user has ended it. */
function useWaysOut(): { toLogin: () => void; logOut: () => void } {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toLogin = useCallback(() => {
    leaveWithoutAsking();
    queries.clear();
    void navigate(loginPath(location.pathname + location.search));
  }, [navigate, queries]);
  const leave = async () => {
    discardChanges();
    // what the page still waits for would be refused without a session
    await queries.cancelQueries();
    await endSession(LOGGED_OUT);
    queries.clear();
    void navigate(loginPath('/'));
  };
  const logOut = () => void leave();
  return { toLogin, logOut };
}

function SkipLink({ onSkip }: { onSkip: () => void }) {
  const { t } = useTranslation('frame');
  return (
    <a
      href="#content"
      className={classes.skip}
      onClick={(event) => {
        // the router takes a jump inside the page for a navigation
        event.preventDefault();
        onSkip();
      }}
    >
      {t('skip')}
    </a>
  );
}

/** The page, once the session is of the sponsor that the address names. */
function PageContent() {
  const { t } = useTranslation('frame');
  const { isHere, failure, retry } = useSessionOfRoute();
  if (isHere) return <Outlet />;
  if (failure === null) return <Loader m="xl" aria-label={t('loading')} />;
  return (
    <Stack m="xl" align="start" role="alert">
      {failureText(failure)}
      <Button variant="default" onClick={retry}>
        {t('sponsor.retry')}
      </Button>
    </Stack>
  );
}

/** Unsaved edits are stored for the authenticated user alone. */
function useOwnJournal(userKey: number): void {
  useEffect(() => {
    void startJournal(userKey, async () => (await call(readJournalKey, { params: { userKey } })).key);
    return () => void stopJournal();
  }, [userKey]);
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
