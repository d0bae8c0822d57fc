/** Calls for the user's own account: passwords and open sessions (specification sections 4, 5, 7). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { FactorCode, RecoveryCodes } from './auth.ts';
import { Nullable, OneOf } from './common.ts';

const Password = Type.String({ minLength: 1, maxLength: 200 });
const When = Type.String({ format: 'date-time' });

/** The answer is the same for an unknown user, so that it does not reveal who exists. `id` is a user id. */
export const requestPasswordMail = defineCall({
  method: 'GET',
  path: '/1.0/users/:id/password',
  summary: 'Sends a mail with a link that sets a new password',
  access: 'public',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
});

export const readPasswordLink = defineCall({
  method: 'GET',
  path: '/1.0/account/reset_password/:token',
  summary: 'Tells whether a password link is still good, and whose it is',
  access: 'public',
  params: Type.Object({ token: Type.String() }),
  data: Type.Object({ open: Type.Boolean(), userId: Nullable(Type.String()) }),
});

/** `id` is the user id that `readPasswordLink` returned. The link works once; all sessions of the user end. */
export const setPasswordByLink = defineCall({
  method: 'PUT',
  path: '/1.0/users/:id/password/email',
  summary: 'Sets a new password with the link of a mail',
  access: 'public',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: Type.Object({ token: Type.String({ maxLength: 100 }), password: Password }),
});

/** All other sessions of the user end. */
export const changePassword = defineCall({
  method: 'PUT',
  path: '/1.0/users/:userKey/password',
  summary: "Changes the user's own password",
  access: 'account',
  params: Type.Object({ userKey: Type.Integer() }),
  body: Type.Object({ currentPassword: Password, newPassword: Password }),
});

export const OpenSession = Type.Object({
  sessionId: Type.String({ format: 'uuid' }),
  /** the session that sends the request */
  current: Type.Boolean(),
  sponsorName: Nullable(Type.String()),
  startedAt: When,
  lastSeenAt: When,
  expiresAt: When,
  ip: Nullable(Type.String()),
  agent: Nullable(Type.String()),
  signedInBy: OneOf('password', 'sso'),
});

export const listSessions = defineCall({
  method: 'GET',
  path: '/1.0/users/:userKey/sessions',
  summary: 'The open sessions of the user, the newest first',
  access: 'account',
  params: Type.Object({ userKey: Type.Integer() }),
  data: Type.Object({ sessionList: Type.Array(OpenSession) }),
});

export const endOpenSession = defineCall({
  method: 'DELETE',
  path: '/1.0/users/:userKey/sessions/:sessionId',
  summary: 'Ends one of the open sessions of the user',
  access: 'account',
  params: Type.Object({ userKey: Type.Integer(), sessionId: Type.String({ format: 'uuid' }) }),
});

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: '/1.0/users/:userKey/sessions',
  summary: 'Ends all sessions of the user but the one that asks',
  access: 'account',
  params: Type.Object({ userKey: Type.Integer() }),
  data: Type.Object({ ended: Type.Integer() }),
});

const FACTOR = {
  path: '/1.0/users/:userKey/second-factor',
  params: Type.Object({ userKey: Type.Integer() }),
} as const;

export const readFactor = defineCall({
  ...FACTOR,
  method: 'GET',
  summary: 'Whether the user has a second factor, and whether a sponsor demands one',
  access: 'account',
  data: Type.Object({
    /** null: there is none */
    since: Nullable(When),
    recoveryCodes: Type.Integer(),
    demanded: Type.Boolean(),
  }),
});

/** One in use stays until the new one is confirmed. Throws 422 WRONG_CURRENT_PASSWORD. */
export const beginFactor = defineCall({
  ...FACTOR,
  method: 'POST',
  summary: 'Begins to set up an authenticator; needs a code of the one in use',
  access: 'account',
  body: Type.Object({ password: Password, code: Type.Optional(FactorCode) }),
  /** base 32, and as an address that authenticators read */
  data: Type.Object({ secret: Type.String(), uri: Type.String() }),
});

/** Throws 401 WRONG_CODE. */
export const confirmFactor = defineCall({
  ...FACTOR,
  method: 'PUT',
  summary: 'Takes the authenticator in use that was being set up; earlier recovery codes are void',
  access: 'account',
  body: Type.Object({ code: FactorCode }),
  data: Type.Object({ recoveryCodes: RecoveryCodes }),
});

/** Throws 401 WRONG_CODE, 409 SECOND_FACTOR_DEMANDED. */
export const removeFactor = defineCall({
  ...FACTOR,
  path: `${FACTOR.path}/removal`,
  method: 'POST',
  summary: 'Removes the second factor of the user',
  access: 'account',
  body: Type.Object({ code: FactorCode }),
});
