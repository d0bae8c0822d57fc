/** Users of all sponsors, for system administrators: organisation and access, no data of cases. */
import { defineList, defineListExport } from './lists.ts';

const users = {
  path: '/1.0/system-admin/users',
  menuId: 'AD-MU-US',
  summary: 'The users of all sponsors with their roles',
  access: 'systemAdmin',
} as const;
export const listAllUsers = defineList(users);
export const exportAllUsers = defineListExport(users);
