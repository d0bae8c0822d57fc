/** Menus of the product (specification section 2). Only those the server returns for a user are shown. */
import type { PrivilegeId } from './privileges.ts';

export interface Menu {
  menuId: string;
  /** equals the `depth1` of its routes */
  depth1: string;
  /** where it leads, below the prefix /:sponsorKey/:sessionSenderKey/:language/:appendix */
  path: string;
  privileges: readonly PrivilegeId[];
}

export const MENUS: readonly Menu[] = [
  { menuId: 'MU-HOME', depth1: 'Home', path: 'home', privileges: [] },
  { menuId: 'MU-CS', depth1: 'Case', path: 'case/list', privileges: ['READ.CASE', 'EDIT.CASE'] },
  { menuId: 'MU-CD', depth1: 'Coding', path: 'coding/product/list', privileges: ['READ.CASE', 'EDIT.CASE'] },
  {
    menuId: 'MU-CI',
    depth1: 'CaseInfo',
    path: 'caseinfo/sender/list',
    privileges: ['READ.CASE_INFO', 'EDIT.CASE_INFO'],
  },
  { menuId: 'MU-DT', depth1: 'Data', path: 'data', privileges: ['READ.DATA', 'EDIT.DATA'] },
  {
    menuId: 'MU-MO',
    depth1: 'Monitoring',
    path: 'monitoring',
    privileges: ['READ.MONITORING', 'EDIT.MONITORING'],
  },
  {
    menuId: 'MU-SM',
    depth1: 'Submission',
    path: 'submission',
    privileges: ['READ.SUBMISSION', 'EDIT.SUBMISSION'],
  },
  { menuId: 'MU-ES-IL', depth1: 'Sync', path: 'study-list', privileges: ['READ.SYNC', 'EDIT.SYNC'] },
  { menuId: 'MU-AD', depth1: 'Admin', path: 'user/list', privileges: ['READ.ADMIN', 'EDIT.ADMIN'] },
];
