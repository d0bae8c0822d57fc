/** Access to every address, as a table and as laws over every route. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRoute, privilegesFor, type Visitor } from './decideRoute.ts';
import { hasAnyPrivilege, PRIVILEGES, type PrivilegeId } from './privileges.ts';
import { routeNamed, ROUTES, type Route, type RouteName } from './routes.ts';

/** The final address after all redirects; null: the forbidden page. */
function destination(route: Route, visitor: Visitor, appendix: string): Route | null {
  const decision = decideRoute(route, visitor, appendix);
  if (decision.kind === 'redirect') return destination(routeNamed(decision.to), visitor, appendix);
  return decision.kind === 'allow' ? route : null;
}

const visitor = (privileges: readonly PrivilegeId[], more: Partial<Visitor> = {}): Visitor => ({
  privileges,
  systemAdmin: false,
  useWorkflow: true,
  idfVersion: null,
  ...more,
});
const READER = visitor(PRIVILEGES.filter((privilege) => privilege.startsWith('READ.')));
const EDITOR = visitor(PRIVILEGES);
const NO_PRIVILEGES = visitor([]);

/** The final address of a user who enters a route. */
const end = (name: RouteName, who: Visitor, appendix = 'KR') =>
  destination(routeNamed(name), who, appendix)?.name ?? 'forbidden';

describe('a route', () => {
  it.each<[RouteName, RouteName | 'forbidden']>([
    ['Home', 'Home'],
    ['CaseList', 'CaseList'],
    ['Data', 'DataHistoryList'],
    ['DataExport', 'DataHistoryList'],
    ['DataSelectDomain', 'DataHistoryList'],
    ['DataImport', 'DataHistoryList'],
    ['DataLibraryList', 'DataHistoryList'],
    ['DataLibraryDetail', 'DataHistoryList'],
    ['DataHistoryList', 'DataHistoryList'],
    ['DataImportDetail', 'DataImportDetail'],
    ['MonitoringDetail', 'MonitoringHistoryList'],
    ['SubmissionDetail', 'SubmissionHistoryList'],
    ['SubmissionCheckList', 'SubmissionHistoryList'],
    ['SubmissionBatchDetail', 'SubmissionBatchDetail'],
    ['SyncMappingRuleDetail', 'SyncMappingRuleDetail'],
    ['AdminSettings', 'AdminSettings'],
    ['SystemAdmin', 'forbidden'],
    ['AdminNoticeList', 'forbidden'],
  ])('%s takes a user who may read everything to %s', (name, expected) => {
    expect(end(name, READER)).toBe(expected);
  });

  it.each<[RouteName, RouteName]>([
    ['Data', 'DataExport'],
    ['DataImport', 'DataImport'],
    ['MonitoringDetail', 'MonitoringDetail'],
    ['SubmissionDetail', 'SubmissionDetail'],
    ['CaseInfoStudy', 'CaseInfoStudyList'],
  ])('%s takes a user who may edit everything to %s', (name, expected) => {
    expect(end(name, EDITOR)).toBe(expected);
  });

  it('is forbidden without one of its privileges, even if readers have a list to go to', () => {
    const open = ROUTES.filter(({ name }) => end(name, NO_PRIVILEGES) !== 'forbidden').map(
      ({ name }) => name,
    );
    expect(open).toEqual(['BadPermission', 'Home', 'NoticeList', 'NoticeDetail', 'SchemaStudio']);
  });

  it.each<[RouteName, PrivilegeId[], boolean]>([
    ['SyncStudyList', ['READ.SYNC'], true],
    ['SyncStudyList', ['READ.MAPPING'], true],
    ['SyncMappingRuleList', ['EDIT.SYNC'], true],
    ['SyncMappingRuleSummary', ['READ.SYNC', 'EDIT.SYNC'], false],
    ['SyncMappingRuleSummary', ['READ.MAPPING'], true],
    ['SyncMappingRuleDetail', ['EDIT.MAPPING'], true],
    ['SyncMappingRuleDetail', ['EDIT.SYNC'], false],
    ['SyncList', ['READ.MAPPING'], false],
    ['CaseWF', ['READ.CASE', 'EDIT.CASE'], false],
    ['CaseWF', ['READ.CASE_WORKFLOW'], true],
  ])('%s with %o: %s', (name, privileges, allowed) => {
    expect(end(name, visitor(privileges))).toBe(allowed ? name : 'forbidden');
  });

  it('of the workflow exists only if the sponsor uses workflow', () => {
    expect(end('CaseWF', visitor(PRIVILEGES, { useWorkflow: false }))).toBe('forbidden');
  });
});

describe('coding', () => {
  it('of the queue is open in every region', () => {
    for (const appendix of ['ICH', 'KR', 'JP', 'US', 'EU', 'CN'])
      expect(end('CodingQueue', EDITOR, appendix)).toBe('CodingQueue');
  });

  const KOREAN: RouteName[] = [
    'CodingProductList',
    'CodingMfdsProductList',
    'CodingSubstanceList',
    'CodingMfdsSubstanceList',
  ];
  const JAPANESE: RouteName[] = ['CodingIdfProductList', 'CodingIdfSubstanceList'];
  const opened = (appendix: string, idfVersion: string | null) =>
    [...KOREAN, ...JAPANESE].filter((name) => end(name, { ...EDITOR, idfVersion }, appendix) === name);

  it.each([
    ['KR', null, KOREAN],
    ['KR', '2026-1', KOREAN],
    ['JP', null, []],
    ['JP', '2026-1', JAPANESE],
    ['US', '2026-1', []],
  ])('in %s with IDF %s opens %o', (appendix, idfVersion, expected) => {
    expect(opened(appendix, idfVersion)).toEqual(expected);
  });
});

it('administration mode is open to system administrators alone, and gives nothing in the main area', () => {
  const privileges = fc.subarray([...PRIVILEGES]);
  fc.assert(
    fc.property(fc.constantFrom(...ROUTES), privileges, (route, held) => {
      const kindFor = (systemAdmin: boolean) => decideRoute(route, visitor(held, { systemAdmin }), 'KR').kind;
      if (route.isAdmin)
        expect([kindFor(false), kindFor(true) === 'forbidden']).toEqual(['forbidden', false]);
      else expect(kindFor(true)).toBe(kindFor(false));
    }),
  );
  expect(end('CaseList', visitor([], { systemAdmin: true }))).toBe('forbidden');
});

const someVisitor = fc.record({
  privileges: fc.subarray([...PRIVILEGES]),
  systemAdmin: fc.boolean(),
  useWorkflow: fc.boolean(),
  idfVersion: fc.constantFrom(null, '2026-1'),
});
const someRoute = fc.constantFrom(...ROUTES);
const someAppendix = fc.constantFrom('KR', 'JP', 'US', 'EU', 'CN', '');

describe('for any user, at any address', () => {
  const holds = (law: (route: (typeof ROUTES)[number], who: Visitor, appendix: string) => void) =>
    fc.assert(fc.property(someRoute, someVisitor, someAppendix, law), { numRuns: 2000 });

  it('redirects end at a page the user may see, or at the forbidden page', () => {
    holds((route, who, appendix) => {
      const end = destination(route, who, appendix);
      if (end) expect(decideRoute(end, who, appendix)).toEqual({ kind: 'allow' });
    });
  });

  it('a page is shown only to users with one of its privileges', () => {
    holds((route, who, appendix) => {
      if (decideRoute(route, who, appendix).kind !== 'allow') return;
      expect(route.isAdmin || hasAnyPrivilege(who.privileges, route.privileges)).toBe(true);
      expect(route.isAdmin && !who.systemAdmin).toBe(false);
      expect(route.appendices?.includes(appendix) ?? true).toBe(true);
    });
  });

  it('a further privilege never removes an address', () => {
    holds((route, who, appendix) => {
      if (decideRoute(route, who, appendix).kind === 'forbidden') return;
      const more = { ...who, privileges: [...PRIVILEGES] };
      expect(decideRoute(route, more, appendix).kind).not.toBe('forbidden');
    });
  });

  it('a user who passes the forbidden page has one of the privileges of its menu', () => {
    holds((route, who, appendix) => {
      if (route.redirectTo || decideRoute(route, who, appendix).kind === 'forbidden') return;
      expect(route.isAdmin || hasAnyPrivilege(who.privileges, privilegesFor(route))).toBe(true);
    });
  });
});
