/** What system administrators see over all sponsors: organisation, access, and the state of their work; no data of cases. */
import { defineList, defineListExport } from './lists.ts';

const users = {
  path: '/1.0/system-admin/users',
  menuId: 'AD-MU-US',
  summary: 'The users of all sponsors with their roles',
  access: 'systemAdmin',
} as const;
export const listAllUsers = defineList(users);
export const exportAllUsers = defineListExport(users);

const cases = {
  path: '/1.0/system-admin/search/data',
  menuId: 'AD-MU-SE',
  summary: 'How the cases of all sponsors stand, without their content',
  access: 'systemAdmin',
} as const;
export const listAllCases = defineList(cases);
export const exportAllCases = defineListExport(cases);

const messages = {
  path: '/1.0/system-admin/search/submission',
  menuId: 'AD-MU-SE-SM',
  summary: 'How the messages of all sponsors stand, without their content',
  access: 'systemAdmin',
} as const;
export const listAllMessages = defineList(messages);
export const exportAllMessages = defineListExport(messages);

const receivers = {
  path: '/1.0/system-admin/receivers',
  menuId: 'AD-MU-CI',
  summary: 'The receivers of all sponsors',
  access: 'systemAdmin',
} as const;
export const listAllReceivers = defineList(receivers);
export const exportAllReceivers = defineListExport(receivers);
