/** Users of a sponsor (specification 1 sections 3 and 7): records of the kind `user`, and their accounts. */
import { Type } from 'typebox';
import { PRIVILEGES } from '../access/privileges.ts';
import { defineCall } from './call.ts';
import { AuditEntry } from './caseAudit.ts';
import { ItemAddress, Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';
import { SaveBody, Saved } from './pageParts.ts';
import { RecordContent } from './records.ts';

const READ = ['READ.ADMIN', 'EDIT.ADMIN'] as const;
const EDIT = ['EDIT.ADMIN'] as const;
const PATH = '/1.0/sponsors/:sponsorKey/users';
const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
/** Key 0 is a new user. */
const OfUser = Type.Object({ ...InSponsor.properties, userKey: Type.Integer({ minimum: 0 }) });
const When = Type.String({ format: 'date-time' });

const list = { path: PATH, menuId: 'MU-AD-US', summary: 'The users of the sponsor', access: READ } as const;
export const listUsers = defineCall({ ...defineList(list), params: InSponsor });
export const exportUsers = defineCall({ ...defineListExport(list), params: InSponsor });

export const readUser = defineCall({
  method: 'GET',
  path: `${PATH}/:userKey`,
  summary: 'The form of a user; of key 0 an empty one',
  access: READ,
  params: OfUser,
  data: RecordContent,
});

/** As `saveRecord`. Throws 422 ITEM_REFUSED at the item, e.g. for an id that is none or is taken. */
export const saveUser = defineCall({
  method: 'PUT',
  path: `${PATH}/:userKey`,
  summary: 'Saves changes of a user with the reason for them; key 0 adds a user',
  access: EDIT,
  params: OfUser,
  body: SaveBody,
  data: Type.Object({ ...Saved.properties, recordKey: Type.Integer() }),
});

const audit = {
  path: `${PATH}/:userKey/audit-trail`,
  menuId: 'MU-AD-US-AT',
  summary: 'The audit trail of a user',
  access: READ,
} as const;
export const listUserAudit = defineCall({ ...defineList(audit), params: OfUser });
export const exportUserAudit = defineCall({ ...defineListExport(audit), params: OfUser });

export const readUserItemAudit = defineCall({
  method: 'GET',
  path: `${PATH}/:userKey/item-audit`,
  summary: 'Every change of one item of a user, newest first',
  access: READ,
  params: OfUser,
  query: ItemAddress,
  data: Type.Object({ listInfo: Type.Array(AuditEntry) }),
});

/** The state of the account in the sponsor; the first that holds. */
export const USER_STATES = [
  'deactivated',
  'locked',
  'ended',
  'notYet',
  'inactive',
  'untrained',
  'invited',
  'active',
] as const;
/** What an administrator may do with an account. */
export const ACCOUNT_ACTIONS = ['invite', 'lock', 'unlock', 'endSessions', 'resetFactor'] as const;

export const UserAccount = Type.Object({
  userKey: Type.Integer(),
  userId: Type.String(),
  userName: Type.String(),
  state: OneOf(...USER_STATES),
  /** the account of the reader: others carry out what is done with it */
  isOwn: Type.Boolean(),
  /** other sponsors have it too, or it administers the system: only there its password is reset */
  isShared: Type.Boolean(),
  /** a mail is set up, and the user has an address */
  byMail: Type.Boolean(),
  since: When,
  /** in this sponsor */
  lastSignIn: Nullable(When),
  passwordChangedAt: Nullable(When),
  /** since when the user has a second factor; null: there is none */
  secondFactorSince: Nullable(When),
  /** wrong passwords and codes since the last sign-in */
  failures: Type.Integer(),
  lastFailure: Nullable(Type.Object({ at: When, ip: Type.String() })),
  /** until when the last invitation can be used; null: there is none, or it was used */
  invitedUntil: Nullable(When),
  sessions: Type.Array(
    Type.Object({
      sessionId: Type.String({ format: 'uuid' }),
      startedAt: When,
      lastSeenAt: When,
      ip: Nullable(Type.String()),
      agent: Nullable(Type.String()),
    }),
  ),
  /** what the roles of the user allow, each with the roles that give it */
  privileges: Type.Array(Type.Object({ privId: OneOf(...PRIVILEGES), roles: Type.Array(Type.String()) })),
});

export const readUserAccount = defineCall({
  method: 'GET',
  path: `${PATH}/:userKey/account`,
  summary: 'The account of a user: state, open sessions, privileges with the roles that give them',
  access: READ,
  params: OfUser,
  data: UserAccount,
});

/**
 * Throws 409 OWN_ACCOUNT for one's own, ACCOUNT_SHARED for what only the system administration does,
 * LAST_ADMINISTRATOR, USER_CHANGED if the state is another one than the caller has seen.
 */
export const changeUserAccount = defineCall({
  method: 'POST',
  path: `${PATH}/:userKey/account`,
  summary: 'Invites, locks or unlocks a user, ends open sessions, or resets a lost second factor',
  access: EDIT,
  params: OfUser,
  body: Type.Object({
    action: OneOf(...ACCOUNT_ACTIONS),
    reason: Reason,
    /** as the caller has seen it */
    state: OneOf(...USER_STATES),
    /** for `endSessions`: this one; left out: all in the sponsor */
    sessionId: Type.Optional(Type.String({ format: 'uuid' })),
  }),
  data: Type.Object({
    /** of an invitation where no mail was sent: the path of the link, shown this once */
    link: Nullable(Type.String()),
  }),
});
