/** The registry of privileges (specification section 6). Guards routes, menus, buttons and server calls. */
export const PRIVILEGES = [
  'READ.CASE',
  'EDIT.CASE',
  'EDIT.SECOND_CODING',
  'READ.CASE_WORKFLOW',
  'READ.CASE_INFO',
  'EDIT.CASE_INFO',
  'READ.DATA',
  'EDIT.DATA',
  'READ.MONITORING',
  'EDIT.MONITORING',
  'READ.SUBMISSION',
  'EDIT.SUBMISSION',
  'READ.SYNC',
  'EDIT.SYNC',
  'READ.MAPPING',
  'EDIT.MAPPING',
  'READ.ADMIN',
  'EDIT.ADMIN',
] as const;

export type PrivilegeId = (typeof PRIVILEGES)[number];

export const isPrivilege = (id: string): id is PrivilegeId =>
  PRIVILEGES.some((privilege) => privilege === id);

/**
 * True if none is required or any required one is granted. System administrators have what their roles grant: they hold
 * every privilege in administration mode only (specification section 6).
 */
export const hasAnyPrivilege = (granted: readonly string[], required: readonly string[]): boolean =>
  required.length === 0 || required.some((privilege) => granted.includes(privilege));
