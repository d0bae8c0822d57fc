/** The table of routes is complete: it has what the specification names, and all references resolve. */
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { MENUS } from './menus.ts';
import { PRIVILEGES } from './privileges.ts';
import { CASE_DETAIL_ROUTES } from './caseRoutes.ts';
import { listRouteOf, PUBLIC, routeNamed, ROUTES, shortPath } from './routes.ts';

/** Specification section 2, "Route names". */
const SPECIFIED_NAMES = [
  'Home',
  'AdminSettings',
  'SystemAdmin',
  'CaseList',
  'CodingProductList',
  'CodingIdfProductList',
  'CodingQueue',
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

it('has every name of the specification once', () => {
  expect(SPECIFIED_NAMES.filter((name) => !names.some((one) => one === name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('has no duplicate address', () => {
  const addresses = [
    ...ROUTES.map(({ path, isAdmin }) => (isAdmin ? 'system-admin/' : 'main/') + path),
    ...PUBLIC.map(({ path }) => path),
  ];
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe.each(ROUTES.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  it('requires existing privileges', () => {
    expect(PRIVILEGES).toEqual(expect.arrayContaining([...route.privileges]));
  });

  it('belongs to a menu that is active while it is shown', () => {
    if (route.name === 'BadPermission') return expect(route.menuId + route.depth1).toBe('');
    expect(MENUS.map(({ menuId, depth1 }) => [menuId, depth1])).toContainEqual([route.menuId, route.depth1]);
  });

  it('has a page id in the form that lists expect', () => {
    if (route.name !== 'BadPermission')
      expect(route.pageId).toMatch(/^([A-Z]{2}|MU(-[A-Z]+)+|AD-MU-[A-Z]{2})$/);
  });

  it('leads back to a list of its own menu, where it is of one record', () => {
    if (!shortPath(route).includes('/:')) return;
    expect(listRouteOf(route)).toMatchObject({ isAdmin: route.isAdmin, depth1: route.depth1 });
  });

  it('redirects to addresses that need no more parameters than its own', () => {
    const parts = (path: string): string[] => path.match(/:\w+/g) ?? [];
    for (const next of [route.redirectTo, route.readerRoute]) {
      const needed = next ? parts(shortPath(routeNamed(next))) : [];
      expect(needed.filter((part) => !parts(route.path).includes(part))).toEqual([]);
    }
  });
});

it.each([
  ['AdminCompanyStudyMapping', 'AdminCompanyStudyMappingList'],
  ['SyncMappingRuleDetail', 'SyncMappingRuleList'],
  ['SyncMappingRuleList', 'SyncStudyList'],
  ['CaseDetail', 'CaseList'],
] as const)('the nearest list before %s is %s', (name, list) => {
  expect(listRouteOf(routeNamed(name))?.name).toBe(list);
});

describe('the menus', () => {
  it.each(MENUS)(
    '$menuId points to routes that activate it',
    ({ menuId, depth1, routes, inAdmin = false }) => {
      for (const route of routes.map(routeNamed)) {
        expect(route).toMatchObject({ menuId, depth1 });
        if (menuId !== 'MU-SA') expect(route.isAdmin).toBe(inAdmin);
        // the menu is an address that can be entered without naming a record
        expect(shortPath(route)).not.toContain(':');
      }
    },
  );
});

it('contains every page that needs no parameter', () => {
  // from home, from "My info", from a page of the export, and from each figure of monitoring
  const linked = [
    'MonitoringFigureList',
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
