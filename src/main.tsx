/** Starts the browser end. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/theme.css';
import { reportError } from './api/index.ts';
import { keepCatalogueFresh } from './catalogue/freshCatalogue.ts';
import { queryClient } from './frame/queryClient.ts';
import { hasUnsavedChanges } from './frame/unsavedChanges.ts';
import { startI18n, storedLanguage } from './i18n/index.ts';
import { routes } from './router/routes.tsx';
import { restoreSession } from './session/sessionStore.ts';
import { cssVariablesResolver, theme } from './theme/index.ts';

/** Also read by public/color-scheme.js, before the first paint. */
const COLOR_SCHEME_KEY = 'casewright.colorScheme';

window.addEventListener('error', ({ error }) => void reportError('UNCAUGHT', error));
window.addEventListener('unhandledrejection', ({ reason }) => void reportError('UNCAUGHT', reason));

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no element #root');

const router = createBrowserRouter(routes);
keepCatalogueFresh({
  queries: queryClient,
  // before the router draws: whoever listens first is called first
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
await Promise.all([startI18n(storedLanguage()), restoreSession()]);
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY })}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Notifications position="top-center" />
    </MantineProvider>
  </StrictMode>,
);
