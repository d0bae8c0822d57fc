/** A user over all sponsors, as system administrators see and change it (specification 1 section 2). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';
import { UserAccount, USER_STATES } from './users.ts';

const PATH = '/1.0/system-admin/users/:userKey';
const OfUser = Type.Object({ userKey: Type.Integer({ minimum: 0 }) });
const When = Type.String({ format: 'date-time' });

/** `unlock`: in one sponsor, also after too long without a sign-in; the others: everywhere. */
export const SYSTEM_USER_ACTIONS = [
  'invite',
  'deactivate',
  'activate',
  'unlock',
  'endSessions',
  'resetFactor',
  'makeSystemAdmin',
  'removeSystemAdmin',
] as const;

const {
  userKey,
  userId,
  userName,
  isOwn,
  byMail,
  passwordChangedAt,
  secondFactorSince,
  invitedUntil,
  lastFailure,
} = UserAccount.properties;

export const SystemUser = Type.Object({
  userKey,
  userId,
  userName,
  isOwn,
  byMail,
  passwordChangedAt,
  secondFactorSince,
  invitedUntil,
  lastFailure,
  email: Nullable(Type.String()),
  active: Type.Boolean(),
  systemAdmin: Type.Boolean(),
  openSessions: Type.Integer(),
  /** by name of the sponsor */
  parts: Type.Array(
    Type.Object({
      sponsorKey: Type.Integer(),
      sponsor: Type.String(),
      company: Type.String(),
      roles: Type.String(),
      state: OneOf(...USER_STATES),
      since: When,
      lastSignIn: Nullable(When),
    }),
  ),
});

export const readSystemUser = defineCall({
  method: 'GET',
  path: PATH,
  summary: 'A user over all sponsors',
  access: 'systemAdmin',
  params: OfUser,
  data: SystemUser,
});

/** 404 USER_NOT_FOUND; 409 OWN_ACCOUNT, LAST_ADMINISTRATOR, LAST_SYSTEM_ADMINISTRATOR. */
export const changeSystemUser = defineCall({
  method: 'POST',
  path: PATH,
  summary: 'Changes an account for all its sponsors, with the reason',
  access: 'systemAdmin',
  params: OfUser,
  body: Type.Object({
    action: OneOf(...SYSTEM_USER_ACTIONS),
    reason: Reason,
    /** of `unlock` */
    sponsorKey: Type.Optional(Type.Integer()),
  }),
  data: Type.Object({
    /** of an invitation where no mail was sent: the path of the link, shown this once */
    link: Nullable(Type.String()),
  }),
});

const audit = {
  path: `${PATH}/audit-trail`,
  menuId: 'AD-MU-US-AT',
  summary: 'What the system administration changed of a user',
  access: 'systemAdmin',
} as const;
export const listSystemUserAudit = defineCall({ ...defineList(audit), params: OfUser });
export const exportSystemUserAudit = defineCall({ ...defineListExport(audit), params: OfUser });
