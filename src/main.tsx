/** Starts the browser end. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/theme.css';
import { CallFailure, onMissingRows, onOmittedItems, reportError } from './api/index.ts';
import { keepCatalogueFresh } from './catalogue/freshCatalogue.ts';
// past the door of the components: before the login only these are needed
import { tellCutTexts } from './components/cutTexts.ts';
import { ToastArea } from './components/ToastArea.tsx';
import { watchConnection } from './frame/connection/connection.ts';
import { queryClient } from './feedback/queryClient.ts';
import { leaveRefusedPagesBy } from './feedback/refusedPage.ts';
import { showMissingRows } from './feedback/showMissingRows.ts';
import { showOmittedItems } from './feedback/showOmittedItems.ts';
import { endClicks } from './app-context/endClicks.ts';
import { keepClicks } from './app-context/keepClicks.ts';
import { followNavigation } from './app-context/navigation.ts';
import { routeAmong } from './app-context/routeData.ts';
import { hasUnsavedChanges } from './app-context/unsavedChanges.ts';
import { noteRunningVersion } from './frame/version/runningVersion.ts';
import { startI18n, storedLanguage } from './i18n/index.ts';
import { keepEscapeOfInputMethod, watchInputMethod } from './keys/index.ts';
import { Offline } from './router/NotLoaded.tsx';
import { routes } from './router/routes.tsx';
import { restoreSession } from './session/sessionStore.ts';
import { cssVariablesResolver, theme } from './theme/index.ts';

/** Also read by public/color-scheme.js, before the first paint. */
const COLOR_SCHEME_KEY = 'casewright.colorScheme';

/** Uncaught errors. A failed call has reported itself, and a message without an error comes from the browser. */
const reportUncaught = (error: unknown): void => {
  if (error && !(error instanceof CallFailure)) void reportError('UNCAUGHT', error);
};
window.addEventListener('error', ({ error }) => reportUncaught(error));
window.addEventListener('unhandledrejection', ({ reason }) => reportUncaught(reason));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

const router = createBrowserRouter(routes);
keepCatalogueFresh({
  queries: queryClient,
  // Subscribe before the router renders, so that this listener runs first.
  onPageChange: (listener) => {
    let { pathname } = router.state.location;
    router.subscribe(({ location }) => {
      if (location.pathname === pathname) return;
      ({ pathname } = location);
      listener();
    });
  },
  hasUnsavedChanges,
});
followNavigation(router);
leaveRefusedPagesBy({
  go: (path) => void router.navigate(path, { replace: true }),
  route: () => routeAmong(router.state.matches.map(({ route }) => route.handle as unknown)),
  params: () => router.state.matches.at(-1)?.params ?? {},
});
watchConnection(queryClient);
onOmittedItems(showOmittedItems);
onMissingRows(showMissingRows);
keepClicks(document);
endClicks(window);
tellCutTexts(document);
keepEscapeOfInputMethod(window);
watchInputMethod(window);
void noteRunningVersion();
const [, isReached] = await Promise.all([
  startI18n(storedLanguage()),
  restoreSession().then(
    () => true,
    () => false,
  ),
]);
createRoot(root, {
  // the one place that hears of each error a boundary has caught
  onCaughtError: (error) => {
    console.error(error);
    void reportError('RENDER', error);
  },
}).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY })}
    >
      <QueryClientProvider client={queryClient}>
        {/* as a transition a page could be drawn after the user has used the one before, whose address then wins */}
        {isReached ? <RouterProvider router={router} useTransitions={false} /> : <Offline />}
      </QueryClientProvider>
      <ToastArea />
    </MantineProvider>
  </StrictMode>,
);
