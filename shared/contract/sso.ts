/**
 * Single sign-on (specification sections 2, 3, 7): an identity provider authenticates the user, and the account
 * linked to that identity is signed in. The provider's tokens stay on the server.
 */
import { Type } from 'typebox';
import { FactorCode, Session } from './auth.ts';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';

const Secret = Type.String({ minLength: 20, maxLength: 100 });
const RealmId = Type.String({ minLength: 1, maxLength: 50 });
const linkTarget = {
  /** where the session starts if the user may work there; otherwise where the user last worked */
  sponsorKey: Type.Optional(Type.Integer()),
  senderKey: Type.Optional(Type.Integer()),
};

export const readGrant = defineCall({
  method: 'GET',
  path: '/open-api/v2/oauth/grant',
  summary: 'Begins a sign-on with an identity provider',
  access: 'public',
  query: Type.Object({ realmId: RealmId }),
  data: Type.Object({
    authorizationUrl: Type.String(),
    /** secret of the browser that started the sign-on; the provider's answer is accepted only with it */
    challenge: Type.String(),
  }),
});

/** Redirect address of the provider, with the parameters it adds. */
export const exchangeCode = defineCall({
  method: 'POST',
  path: '/open-api/v2/oauth/access-tokens',
  summary: "Takes the identity provider's answer; the ticket it gives is good for one sign-in",
  access: 'public',
  body: Type.Object({
    authorizationCode: Type.String({ minLength: 1, maxLength: 4000 }),
    state: Secret,
    challenge: Secret,
    iss: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  data: Type.Object({
    ticket: Type.String(),
    realmId: Type.String(),
    ssoUserEmail: Nullable(Type.String()),
    /** whether an account is linked, so that the ticket is enough; otherwise an account must be linked first */
    linked: Type.Boolean(),
  }),
});

export const signInBySso = defineCall({
  method: 'POST',
  path: '/1.0/auth/sso',
  summary: 'Signs in the user whose account is linked; refuses with SSO_NOT_LINKED where none is',
  access: 'public',
  body: Type.Object({ ticket: Secret, ...linkTarget }),
  data: Session,
});

/** Refuses as `signIn`: a link is a permanent way to sign in. */
export const signInAndLink = defineCall({
  method: 'POST',
  path: '/1.0/auth/sso/link',
  summary: 'Signs in with user id and password, and links the account with the identity of the ticket',
  access: 'public',
  body: Type.Object({
    ticket: Secret,
    userId: Type.String({ minLength: 1, maxLength: 100 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(FactorCode),
    ...linkTarget,
  }),
  data: Session,
});

export const Identity = Type.Object({
  identityKey: Type.Integer(),
  /** the name of the provider */
  label: Type.String(),
  email: Nullable(Type.String()),
  linkedAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Nullable(Type.String({ format: 'date-time' })),
});

const ofUser = Type.Object({ userKey: Type.Integer() });

export const listIdentities = defineCall({
  method: 'GET',
  path: '/1.0/users/:userKey/identities',
  summary: "The identities a user's account is linked with",
  access: 'account',
  params: ofUser,
  data: Type.Object({ identityList: Type.Array(Identity) }),
});

export const linkIdentity = defineCall({
  method: 'POST',
  path: '/1.0/users/:userKey/identities',
  summary:
    "Links the user's account with the identity of a ticket; asks again for all that a sign-in asks for",
  access: 'account',
  params: ofUser,
  body: Type.Object({
    ticket: Secret,
    password: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(FactorCode),
  }),
});

export const unlinkIdentity = defineCall({
  method: 'DELETE',
  path: '/1.0/users/:userKey/identities/:identityKey',
  summary: 'Takes a link back; other sessions that were opened with it end',
  access: 'account',
  params: Type.Object({ userKey: Type.Integer(), identityKey: Type.Integer() }),
});

/** Common prefix of the client ids of products that belong together (specification section 2). */
export const SIBLING_PREFIXES = ['CDMS', 'BUILDER', 'CTMS', 'TMF', 'LMS', 'RBQM', 'CONSENT', 'IWRS'] as const;

/** `refreshToken` is accepted for compatibility: the provider's tokens are on the server. */
export const listSiblings = defineCall({
  method: 'GET',
  path: '/1.1/sso/clients',
  summary: 'The products that the same sign-on opens; none for a session signed in by password',
  access: 'account',
  query: Type.Object({ refreshToken: Type.Optional(Type.String({ maxLength: 4000 })) }),
  data: Type.Object({
    clientList: Type.Array(Type.Object({ clientId: Type.String(), name: Type.String(), url: Type.String() })),
  }),
});
