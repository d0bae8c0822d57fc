/** The addresses of the product: the table of routes, put below the frame and given the pages of the areas. */
import type { ComponentType } from 'react';
import { Navigate, type NonIndexRouteObject, type RouteObject } from 'react-router-dom';
import { PUBLIC, routeNamed, ROUTES, type PublicRoute, type Route } from '../../shared/access/routes.ts';
import { loadAllWords } from '../i18n/index.ts';
import { ADMIN_PREFIX, PREFIX } from '../app-context/routeContext.ts';
import { GoBelow, GoHome, Guard } from './guards.tsx';
import { Crash } from './Crash.tsx';
import { loadGroup } from './loadGroup.ts';
import { BadPermission, NotFound, Starting } from './messagePages.tsx';
import { pageNotLoaded } from './NotLoaded.tsx';
import { loaderOf } from './pages.ts';

type Shown = Pick<NonIndexRouteObject, 'lazy' | 'element'>;

/** A page that is loaded when its address is first entered. The router shows nothing where that fails: a page says so. */
const lazyPage = (load: () => Promise<ComponentType>): Shown => ({
  lazy: async () => ({ Component: await load().catch(pageNotLoaded) }),
});

/** The frame of the pages after the login, with their words. */
const lazyFrame = (load: () => Promise<ComponentType>): Shown =>
  lazyPage(() =>
    loadGroup('main', async () => {
      const [Frame] = await Promise.all([load(), loadAllWords()]);
      return Frame;
    }),
  );

/** The page of a route; none where the guard leads to another route. */
const pageOf = ({ name }: Route | PublicRoute): Shown => {
  const load = loaderOf(name);
  return load ? lazyPage(load) : {};
};

const publicRoute = (route: PublicRoute): RouteObject => ({
  path: `/${route.path}`,
  ...(route.redirectTo ? { element: <GoBelow below={routeNamed(route.redirectTo).path} /> } : pageOf(route)),
});

/** Inside the frame the guard reads the route from its handle, and leads redirects on. */
const framedRoute = (route: Route): RouteObject => ({
  path: route.path,
  handle: route,
  errorElement: <Crash />,
  ...(route.name === 'BadPermission' ? { element: <BadPermission /> } : pageOf(route)),
});

const framed = (isAdmin: boolean): RouteObject[] => [
  { Component: Guard, children: ROUTES.filter((route) => route.isAdmin === isAdmin).map(framedRoute) },
  { path: '*', Component: NotFound },
];

export const routes: RouteObject[] = [
  {
    errorElement: <Crash />,
    hydrateFallbackElement: <Starting />,
    children: [
      { path: '/', Component: GoHome },
      { path: '/home', Component: GoHome },
      ...PUBLIC.map(publicRoute),
      {
        path: ADMIN_PREFIX,
        ...lazyFrame(() => import('./AdminGuard.tsx').then(({ AdminGuard }) => AdminGuard)),
        children: framed(true),
      },
      {
        path: PREFIX,
        ...lazyFrame(() => import('./MainGuard.tsx').then(({ MainGuard }) => MainGuard)),
        children: [{ index: true, element: <Navigate to="home" replace /> }, ...framed(false)],
      },
      { path: '*', Component: NotFound },
    ],
  },
];
