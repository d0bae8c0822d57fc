import { expect, it } from 'vitest';
import { grantedMenus } from '../../../shared/access/menus.ts';
import { PRIVILEGES } from '../../../shared/access/privileges.ts';
import { menusOf } from './menu.ts';
import type { CurrentRouteContext } from '../../app-context/routeContext.ts';

interface User {
  menuIds: string[];
  appendix?: string;
  idfVersion?: string | null;
  systemAdmin?: boolean;
  isAdmin?: boolean;
}

/** The menus of a user with all privileges, except for what the server returns. */
function shown({ menuIds, appendix = 'KR', idfVersion = null, systemAdmin = false, isAdmin = false }: User) {
  const place: CurrentRouteContext = {
    sponsorKey: 1,
    sessionSenderKey: '2',
    language: 'en',
    appendix,
    isAdmin,
  };
  const menuList = menuIds.map((menuId) => ({ menuId }));
  const privList = PRIVILEGES.map((privId) => ({ privId }));
  return menusOf({ menuList, privList, idfVersion, systemAdmin, useWorkflow: true }, place);
}
const paths = (user: User) => shown(user).map(({ path }) => path);
const all = grantedMenus(PRIVILEGES, true).map(({ menuId }) => menuId);

it('shows only returned menus that the product knows, in its own order', () => {
  expect(paths({ menuIds: ['MU-DT', 'MU-XX', 'MU-HOME'] })).toEqual([
    '/1/2/en/KR/home',
    '/1/2/en/KR/data/export',
  ]);
});

it.each([
  ['KR', null, ['/1/2/en/KR/coding/product/list']],
  ['JP', null, ['/1/2/en/JP/coding/queue']],
  ['JP', '2026-1', ['/1/2/en/JP/coding/idf/product/list']],
  ['EU', '2026-1', ['/1/2/en/EU/coding/queue']],
] as const)('offers coding for %s with IDF %s at %o', (appendix, idfVersion, expected) => {
  expect(paths({ menuIds: ['MU-CD'], appendix, idfVersion })).toEqual(expected);
});

it('shows a name once when two menus of it are returned', () => {
  expect(paths({ menuIds: ['MU-HM-ES', 'MU-ES-IL'] })).toEqual(['/1/2/en/KR/study-list']);
  expect(paths({ menuIds: ['MU-HM-ES'] })).toEqual(['/1/2/en/KR/home/edcsync/list']);
});

it('leads system administrators from the main area into theirs, and nobody else', () => {
  expect(paths({ menuIds: ['MU-SA'], systemAdmin: true })).toEqual(['/system-admin']);
  expect(paths({ menuIds: ['MU-SA', 'AD-MU-NT'] })).toEqual([]);
});

it('has menus of its own in the system administration', () => {
  expect(paths({ menuIds: all, systemAdmin: true, isAdmin: true, appendix: '' })).toEqual([
    '/system-admin/notice/list',
    '/system-admin/company',
    '/system-admin/search',
    '/system-admin/caseinfo/receiver',
    '/system-admin/user/list',
    '/system-admin/failed-job/list',
  ]);
  const main = shown({ menuIds: all, systemAdmin: true }).map(({ depth1 }) => depth1);
  expect(main).toEqual([
    'Home',
    'Case',
    'Coding',
    'CaseInfo',
    'Data',
    'Monitoring',
    'Submission',
    'Sync',
    'Admin',
    'SystemAdmin',
  ]);
});
