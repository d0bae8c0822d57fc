/** Menus of the product (specification section 2). Only those the server returns for a user are shown. */
import { privilegesFor } from './decideRoute.ts';
import { hasAnyPrivilege } from './privileges.ts';
import { routeNamed, type RouteName } from './routes.ts';

export interface Menu {
  menuId: string;
  /** its name; equals the `depth1` of its routes */
  depth1: string;
  /** target: the first of these available for the user's appendix */
  routes: readonly [RouteName, ...RouteName[]];
  /** shown in the system administration; others in the main area */
  inAdmin?: true;
}

export const MENUS: readonly Menu[] = [
  { menuId: 'MU-HOME', depth1: 'Home', routes: ['Home'] },
  { menuId: 'MU-CS', depth1: 'Case', routes: ['CaseList'] },
  { menuId: 'MU-CD', depth1: 'Coding', routes: ['CodingProductList', 'CodingIdfProductList', 'CodingQueue'] },
  { menuId: 'MU-CI', depth1: 'CaseInfo', routes: ['CaseInfoSenderList'] },
  { menuId: 'MU-DT', depth1: 'Data', routes: ['DataExport'] },
  { menuId: 'MU-MO', depth1: 'Monitoring', routes: ['MonitoringDetail'] },
  { menuId: 'MU-SM', depth1: 'Submission', routes: ['SubmissionDetail'] },
  { menuId: 'MU-ES-IL', depth1: 'Sync', routes: ['SyncStudyList'] },
  { menuId: 'MU-HM-ES', depth1: 'Sync', routes: ['HomeEdcSyncList'] },
  { menuId: 'MU-AD', depth1: 'Admin', routes: ['AdminUserList'] },
  { menuId: 'MU-SA', depth1: 'SystemAdmin', routes: ['SystemAdmin'] },
  { menuId: 'AD-MU-NT', depth1: 'AdminNotice', routes: ['AdminNoticeList'], inAdmin: true },
  { menuId: 'AD-MU-CO', depth1: 'AdminCompany', routes: ['CompanyList'], inAdmin: true },
  { menuId: 'AD-MU-SE', depth1: 'AdminSearch', routes: ['AdminSearch'], inAdmin: true },
  { menuId: 'AD-MU-CI', depth1: 'AdminCaseInfo', routes: ['AdminCaseInfo'], inAdmin: true },
  { menuId: 'AD-MU-US', depth1: 'AdminUser', routes: ['SystemAdminUserList'], inAdmin: true },
  { menuId: 'AD-MU-JB', depth1: 'AdminJob', routes: ['FailedJobList'], inAdmin: true },
];

/** The menus of a user by privilege, as the server returns them. `codes`: the company of the user does medical coding. */
export const grantedMenus = (privileges: readonly string[], systemAdmin: boolean, codes = true): Menu[] =>
  MENUS.filter(({ depth1, routes: [first] }) => {
    if (depth1 === 'Coding' && !codes) return false;
    const route = routeNamed(first);
    return route.isAdmin ? systemAdmin : hasAnyPrivilege(privileges, privilegesFor(route));
  });
