/** The product as a role or a user sees it: for administrators, and nothing is changed meanwhile. */
import { Type } from 'typebox';
import { Session } from './auth.ts';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });

export const listViewTargets = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/view-as',
  summary: 'The users whose view of the product an administrator may take',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({
    users: Type.Array(
      Type.Object({ userKey: Type.Integer(), userId: Type.String(), userName: Type.String() }),
    ),
  }),
});

/** Exactly one of `roleId` and `userKey` is not null. 404 NOT_FOUND for a deleted role and for a user who is not active. */
export const beginView = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/view-as',
  summary: 'Shows the session the product as a role or a user sees it, with the reason; answers the session',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
    roleId: Nullable(Type.Integer()),
    userKey: Nullable(Type.Integer()),
  }),
  data: Session,
});

/** Answers also where none was taken. */
export const endView = defineCall({
  method: 'DELETE',
  path: '/1.0/sponsors/:sponsorKey/view-as',
  summary: 'Shows the session the product as its own user sees it again; answers the session',
  access: 'account',
  whileViewing: true,
  params: InSponsor,
  data: Session,
});

const AUDIT = {
  path: '/1.0/sponsors/:sponsorKey/view-as/audit-trail',
  menuId: 'MU-AD-VW',
  summary: 'Who saw the product as whom, from when to when',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
} as const;

export const listViewAudit = defineCall({ ...defineList(AUDIT), params: InSponsor });
export const exportViewAudit = defineCall({ ...defineListExport(AUDIT), params: InSponsor });
