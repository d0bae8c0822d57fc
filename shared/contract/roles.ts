/** Roles of a sponsor and their privileges (specification 1 sections 3, 6 and 7). */
import { ITEM_RIGHTS } from '../access/itemRights.ts';
import { Type } from 'typebox';
import { PRIVILEGES } from '../access/privileges.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

/** Specification section 9. */
export const MAX_ROLES = 10;
export const MAX_ROLE_NAME = 100;
export const MAX_ROLE_DESCRIPTION = 1000;

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
/** when the role was changed last */
const SetAt = Type.String({ format: 'date-time' });
const Granted = Type.Array(OneOf(...PRIVILEGES), { maxItems: PRIVILEGES.length, uniqueItems: true });

const Head = {
  roleId: Type.Integer(),
  name: Type.String(),
  /** users who hold it */
  users: Type.Integer(),
  /** held by the reader, who may not change its privileges */
  own: Type.Boolean(),
  /** reads only; its users need a limit and an end date, and have no role that is none of these */
  inspector: Type.Boolean(),
  setAt: SetAt,
};

export const listRoles = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/roles',
  summary: 'The roles of the sponsor, with what uses them',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({
    roles: Type.Array(
      Type.Object({
        ...Head,
        description: Type.String(),
        /** steps of the workflow that name it */
        steps: Type.Integer(),
        /** cases that it owns in the workflow */
        cases: Type.Integer(),
        /** printed name; null: as set up */
        setBy: Nullable(Type.String()),
      }),
    ),
  }),
});

/**
 * Adds a role (`roleId` null), changes its name and description, or deletes it. 409 TOO_MANY_ROLES, ROLE_NAME_TAKEN,
 * ROLE_IN_USE; 409 INSPECTOR_ROLE for a role of inspectors that has users or edits; 409 ROLE_CHANGED if `setAt` is not the
 * newest; 404 ROLE_NOT_FOUND; 422 NO_MODIFIED_DATA.
 */
export const saveRole = defineCall({
  method: 'PUT',
  path: '/1.0/sponsors/:sponsorKey/roles',
  summary: 'Adds, renames or deletes a role, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    reason: Reason,
    roleId: Nullable(Type.Integer()),
    /** at the time of reading; null for a new role */
    setAt: Nullable(SetAt),
    name: Type.String({ minLength: 1, maxLength: MAX_ROLE_NAME, pattern: '\\S' }),
    description: Type.String({ maxLength: MAX_ROLE_DESCRIPTION }),
    inspector: Type.Boolean(),
    delFlag: OneOf('Y', 'N'),
  }),
  data: Type.Object({ roleId: Type.Integer(), setAt: SetAt }),
});

export const readPrivileges = defineCall({
  method: 'GET',
  path: '/1.1/sponsors/:sponsorKey/privileges',
  summary: 'The privileges of each role, and the calls that each privilege opens',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({
    roles: Type.Array(Type.Object({ ...Head, privileges: Granted })),
    opens: Type.Array(
      Type.Object({
        privId: OneOf(...PRIVILEGES),
        calls: Type.Array(
          Type.Object({ method: Type.String(), path: Type.String(), summary: Type.String() }),
        ),
      }),
    ),
  }),
});

/**
 * What is granted to edit is granted to read as well. All roles change, or none. 409 OWN_ROLE, LAST_ADMINISTRATOR,
 * INSPECTOR_ROLE; 409 ROLE_CHANGED if the `setAt` of a role is not the newest; 404 ROLE_NOT_FOUND; 422 NO_MODIFIED_DATA.
 */
export const savePrivileges = defineCall({
  method: 'PUT',
  path: '/1.1/sponsors/:sponsorKey/privileges',
  summary: 'Changes the privileges of roles, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    reason: Reason,
    roles: Type.Array(Type.Object({ roleId: Type.Integer(), setAt: SetAt, privileges: Granted }), {
      minItems: 1,
      maxItems: MAX_ROLES,
    }),
  }),
});

const Rights = Type.Array(
  Type.Object({ itemId: Type.String({ maxLength: 100 }), right: OneOf(...ITEM_RIGHTS) }),
  {
    maxItems: 5000,
  },
);

export const readItemRights = defineCall({
  method: 'GET',
  path: '/1.1/sponsors/:sponsorKey/item-rights',
  summary: 'The items of cases that each role hides or only shows',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({ roles: Type.Array(Type.Object({ ...Head, rights: Rights })) }),
});

/**
 * An item without a right can be changed by the role. All roles change, or none. 409 OWN_ROLE; 403 ITEM_NOT_OWN for an item
 * that the author may not see and would open; 409 ROLE_CHANGED if the `setAt` of a role is not the newest; 404
 * ROLE_NOT_FOUND, ITEM_NOT_FOUND; 422 NO_MODIFIED_DATA.
 */
export const saveItemRights = defineCall({
  method: 'PUT',
  path: '/1.1/sponsors/:sponsorKey/item-rights',
  summary: 'Changes the items of cases that roles hide or only show, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    reason: Reason,
    roles: Type.Array(Type.Object({ roleId: Type.Integer(), setAt: SetAt, rights: Rights }), {
      minItems: 1,
      maxItems: MAX_ROLES,
    }),
  }),
});

const AUDIT = {
  path: '/1.0/sponsors/:sponsorKey/roles/:roleId/audit-trail',
  menuId: 'MU-AD-RL',
  summary: 'What was changed in a role and its privileges',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
} as const;
const OfRole = Type.Object({ sponsorKey: Type.Integer(), roleId: Type.Integer({ minimum: 1 }) });

export const listRoleAudit = defineCall({ ...defineList(AUDIT), params: OfRole });
export const exportRoleAudit = defineCall({ ...defineListExport(AUDIT), params: OfRole });
