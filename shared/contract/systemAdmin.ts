/** Companies and users of all sponsors, for system administrators: organisation and access, no data of cases. */
import { defineList, defineListExport } from './lists.ts';

const companies = {
  path: '/1.0/system-admin/companies',
  menuId: 'AD-MU-CO',
  summary: 'All companies with their sponsors and users',
  access: 'systemAdmin',
} as const;
export const listCompanies = defineList(companies);
export const exportCompanies = defineListExport(companies);

const users = {
  path: '/1.0/system-admin/users',
  menuId: 'AD-MU-US',
  summary: 'The users of all sponsors with their roles',
  access: 'systemAdmin',
} as const;
export const listAllUsers = defineList(users);
export const exportAllUsers = defineListExport(users);
