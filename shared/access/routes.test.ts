/** The table of routes is whole: what the specification names is there, and everything a line refers to exists. */
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { MENUS } from './menus.ts';
import { PRIVILEGES } from './privileges.ts';
import { CASE_DETAIL_ROUTES } from './caseRoutes.ts';
import { PUBLIC, routeNamed, ROUTES, shortPath } from './routes.ts';

/** Specification section 2, "Route names". */
const SPECIFIED_NAMES = [
  'Home',
  'AdminSettings',
  'SystemAdmin',
  'CaseList',
  'CodingProductList',
  'CodingIdfProductList',
  'CaseInfoSenderList',
  'DataExport',
  'MonitoringDetail',
  'SubmissionDetail',
  'SyncStudyList',
  'AdminUserList',
  'CompanyList',
  'AdminNoticeList',
  'AdminNoticeDetail',
  'NoticeDetail',
  'AdminCompanyList',
  'AdminSearch',
  'AdminCaseInfo',
  'SystemAdminUserList',
];

const names = [...ROUTES, ...PUBLIC].map(({ name }) => name);
const pages = ROUTES.filter(({ redirectTo }) => !redirectTo);

it('has every name of the specification, and none twice', () => {
  expect(SPECIFIED_NAMES.filter((name) => !names.some((one) => one === name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('has no address twice', () => {
  const addresses = [
    ...ROUTES.map(({ path, isAdmin }) => (isAdmin ? 'system-admin/' : 'main/') + path),
    ...PUBLIC.map(({ path }) => path),
  ];
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe.each(ROUTES.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  it('asks for privileges that exist', () => {
    expect(PRIVILEGES).toEqual(expect.arrayContaining([...route.privileges]));
  });

  it('belongs to a menu that is marked while it is shown', () => {
    if (route.name === 'BadPermission') return expect(route.menuId + route.depth1).toBe('');
    expect(MENUS.map(({ menuId, depth1 }) => [menuId, depth1])).toContainEqual([route.menuId, route.depth1]);
  });

  it('has a page id of the form lists know', () => {
    if (route.name !== 'BadPermission')
      expect(route.pageId).toMatch(/^([A-Z]{2}|MU(-[A-Z]+)+|AD-MU-[A-Z]{2})$/);
  });

  it('leads on to addresses that need no more parts than its own', () => {
    const parts = (path: string): string[] => path.match(/:\w+/g) ?? [];
    for (const next of [route.redirectTo, route.readersGoTo]) {
      const asked = next ? parts(shortPath(routeNamed(next))) : [];
      expect(asked.filter((part) => !parts(route.path).includes(part))).toEqual([]);
    }
  });
});

describe('the menus', () => {
  it.each(MENUS)('$menuId leads to routes that mark it', ({ menuId, depth1, routes, inAdmin = false }) => {
    for (const route of routes.map(routeNamed)) {
      expect(route).toMatchObject({ menuId, depth1 });
      if (menuId !== 'MU-SA') expect(route.isAdmin).toBe(inAdmin);
      // the menu is an address that can be entered without saying which record is meant
      expect(shortPath(route)).not.toContain(':');
    }
  });
});

it('leads to every page that says by itself what it shows', () => {
  // from home, from "My info", and from a page of the export
  const linked = [
    'NoticeList',
    'HomeReportList',
    'HomeEdcSyncList',
    'SchemaStudio',
    'DataSelectDomain',
    'BadPermission',
  ];
  const alone = pages.filter(
    ({ name, path, redirectTo }) => !redirectTo && !linked.includes(name) && !/:\w+(\/|$)/.test(path),
  );
  const ledTo = new Set(
    MENUS.flatMap(({ routes }) => routes).map((name) => routeNamed(name).redirectTo ?? name),
  );
  const lost = alone.filter(({ name, tab }) => !tab && !ledTo.has(name));
  expect(lost.map(({ name }) => name)).toEqual([]);
});

it('has the tabs of a case in the order of the catalogue', () => {
  const { pageOrder, pages: known } = compileCatalogue(realSources);
  const tabs = CASE_DETAIL_ROUTES.filter(({ name }) => /^Case[A-Z]{2}$/.test(name)).map(
    ({ pageId }) => pageId,
  );
  const ofCatalogue = pageOrder.filter((page) => known[page]?.kind !== 'envelope');
  expect(tabs).toEqual(ofCatalogue);
  const withRows = CASE_DETAIL_ROUTES.filter(({ name }) => name.endsWith('Row')).map(({ pageId }) => pageId);
  expect(withRows).toEqual(ofCatalogue.filter((page) => known[page]?.kind === 'rows'));
});

it('pages every list, and only lists, workflow and audit trail', () => {
  const paged = pages.filter(({ path }) => path.endsWith('/:pageNo?/:rowCount?/:hash?'));
  const lists = pages.filter(({ path }) => /(^|\/|-)list(\/:pageNo|$)/.test(path));
  const others = [
    'CaseEmailLog',
    'CaseWarning',
    'CaseWF',
    'CaseAT',
    'AdminSearchData',
    'AdminSearchSubmission',
  ];
  expect(paged.map(({ name }) => name).sort()).toEqual([...lists.map(({ name }) => name), ...others].sort());
});
