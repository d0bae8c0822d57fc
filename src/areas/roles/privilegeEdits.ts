/** Edits of the matrix before they are saved. */
import { granting } from '../../../shared/access/privilegeAreas.ts';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import type { RolePrivileges } from './roles.queries.ts';

/** A box that was checked or cleared. */
interface BoxEdit {
  privilege: PrivilegeId;
  isGranted: boolean;
}

/**
 * By role id, in order. Not the privileges of the role as they will be: those would take back what another administrator
 * has changed meanwhile.
 */
export type Edits = Readonly<Record<number, readonly BoxEdit[]>>;

/** The roles as they will be. */
export const withEdits = (stored: readonly RolePrivileges[], edits: Edits): RolePrivileges[] =>
  stored.map((role) => ({
    ...role,
    privileges: (edits[role.roleId] ?? []).reduce(
      (held, { privilege, isGranted }) => granting(held, privilege, isGranted),
      role.privileges,
    ),
  }));

/** What is granted to a role and withdrawn from it. */
export interface RoleChange {
  role: RolePrivileges;
  granted: PrivilegeId[];
  withdrawn: PrivilegeId[];
}

/** The roles that differ from what is stored. */
export const changesOf = (
  stored: readonly RolePrivileges[],
  roles: readonly RolePrivileges[],
): RoleChange[] =>
  roles.flatMap((role) => {
    const before = stored.find(({ roleId }) => roleId === role.roleId)?.privileges ?? [];
    const granted = role.privileges.filter((one) => !before.includes(one));
    const withdrawn = before.filter((one) => !role.privileges.includes(one));
    return granted.length + withdrawn.length > 0 ? [{ role, granted, withdrawn }] : [];
  });
