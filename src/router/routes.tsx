/** The addresses of the product. Areas say their routes as data; here they are put below the frame and guarded. */
import type { RouteObject } from 'react-router-dom';
import { homeRoutes } from '../areas/home/routes.ts';
import { caseEditorRoutes } from '../areas/case-editor/routes.ts';
import { caseImportRoutes } from '../areas/case-import/routes.ts';
import { caseRoutes } from '../areas/cases/routes.ts';
import { studioRoutes } from '../areas/schema-studio/routes.ts';
import { PREFIX } from '../frame/place.ts';
import type { AreaRoute, RouteHandle } from '../frame/routeData.ts';
import { GoBelow, GoHome, NeedsPrivilege } from './guards.tsx';
import { loadGroup } from './loadGroup.ts';
import { BadPermission, Crash, NotAvailableYet, NotFound, Starting } from './messagePages.tsx';
import { NOT_BUILT, REDIRECTS } from './notBuilt.ts';
import { RedirectBelow } from './RedirectBelow.tsx';

const AREAS: readonly AreaRoute[] = [
  ...homeRoutes,
  ...caseRoutes,
  ...caseImportRoutes,
  ...caseEditorRoutes,
  ...studioRoutes,
];

const below = ({ path, load, group, ...data }: AreaRoute): RouteObject => ({
  path,
  handle: data satisfies RouteHandle,
  errorElement: <Crash />,
  lazy: async () => {
    const Page = await loadGroup(group, load);
    return {
      Component: () => (
        <NeedsPrivilege privileges={data.privileges}>
          <Page />
        </NeedsPrivilege>
      ),
    };
  },
});

const publicPage = (
  path: string,
  load: () => Promise<React.ComponentType>,
  group = 'login',
): RouteObject => ({ path, lazy: async () => ({ Component: await loadGroup(group, load) }) });

const demonstration = (path: string, name: 'ExamPage' | 'ExamFormPage' | 'WhoddPage'): RouteObject =>
  publicPage(
    path,
    () => import('../areas/demonstrations/index.ts').then((pages) => pages[name]),
    'demonstrations',
  );

const message = (title: string): RouteHandle => ({ title, menuId: '', depth1: '', privileges: [] });

export const routes: RouteObject[] = [
  {
    errorElement: <Crash />,
    hydrateFallbackElement: <Starting />,
    children: [
      { path: '/', element: <GoHome /> },
      { path: '/home', element: <GoHome /> },
      publicPage('/login/:language?/:sponsorKey?/:sessionSenderKey?/:appendix?', () =>
        import('../areas/login/LoginPage.tsx').then(({ LoginPage }) => LoginPage),
      ),
      publicPage('/set-up/:token', () =>
        import('../areas/login/SetUpPage.tsx').then(({ SetUpPage }) => SetUpPage),
      ),
      publicPage('/find-password/:language?', () =>
        import('../areas/login/FindPasswordPage.tsx').then(({ FindPasswordPage }) => FindPasswordPage),
      ),
      { path: '/exam-editor', element: <GoBelow below="exam-editor" /> },
      demonstration('/exam', 'ExamPage'),
      demonstration('/exam/form', 'ExamFormPage'),
      demonstration('/whodd', 'WhoddPage'),
      { path: '/system-admin/*', element: <NotAvailableYet homeLink /> },
      {
        path: PREFIX,
        lazy: async () => ({
          Component: await loadGroup('main', () =>
            import('./MainGuard.tsx').then(({ MainGuard }) => MainGuard),
          ),
        }),
        children: [
          { index: true, element: <RedirectBelow to="home" /> },
          { path: 'bad-permission', element: <BadPermission />, handle: message('titles.badPermission') },
          ...AREAS.map(below),
          ...Object.entries(REDIRECTS).map(([path, to]) => ({ path, element: <RedirectBelow to={to} /> })),
          ...NOT_BUILT.map(({ path, ...handle }) => ({
            path,
            handle,
            element: (
              <NeedsPrivilege privileges={handle.privileges}>
                <NotAvailableYet />
              </NeedsPrivilege>
            ),
          })),
          { path: '*', element: <NotFound />, handle: message('titles.notFound') },
        ],
      },
      { path: '*', element: <NotFound homeLink /> },
    ],
  },
];
