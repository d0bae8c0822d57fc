/** Sign-in, session, sponsors and senders (specification sections 3, 4, 7). */
import { Type } from 'typebox';
import { Nullable, OneOf } from './common.ts';
import { DESCRIBED_SETTINGS } from '../settings/describedSettings.ts';
import { defineCall } from './call.ts';

const {
  reports: REPORTS,
  navigation: NAVIGATION,
  dictionaries: DICTIONARIES,
  editing: EDITING,
} = DESCRIBED_SETTINGS;

export const Session = Type.Object({
  token: Type.String(),
  userKey: Type.Integer(),
  userId: Type.String(),
  userName: Type.String(),
  email: Nullable(Type.String()),
  roleName: Type.String(),
  clientType: OneOf('SPO', 'CRO'),
  organization: Type.String(),
  unblind: Type.Boolean(),
  /** sees blinded values of a case once a reason was given */
  asksUnblinding: Type.Boolean(),
  /** items of cases that a role of the user hides, or only shows */
  hidden: Type.Array(Type.String()),
  readOnlyItems: Type.Array(Type.String()),
  sponsorKey: Type.Integer(),
  senderKey: Nullable(Type.Integer()),
  senderName: Nullable(Type.String()),
  /** key of the file with the logo of the sender (`readFile`); null: it has none */
  senderLogo: Nullable(Type.String()),
  menuList: Type.Array(Type.Object({ menuId: Type.String() })),
  privList: Type.Array(Type.Object({ privId: Type.String() })),
  systemAdmin: Type.Boolean(),
  /** assigned to the sponsor; false only for a system administrator, who has administration mode alone then */
  takesPart: Type.Boolean(),
  environment: Type.String(),
  /** the pattern of the sponsor's case numbers (shared/case-number) */
  caseNo: Type.String(),
  useWorkflow: Type.Boolean(),
  /** in use; null: none is loaded */
  idfVersion: Nullable(Type.String()),
  /** of the settings, by dictionary; those that are not named are the active ones */
  dictionaryVersions: Type.Record(Type.String(), Type.String()),
  meddraLanguage: OneOf(...DICTIONARIES.meddraLanguage.values),
  timeZone: Type.String(),
  /** what the sponsor's reports begin with; see shared/settings/describedSettings.ts */
  reportOptions: Type.Object({
    orientation: OneOf(...REPORTS.orientation.values),
    ordering: OneOf(...REPORTS.ordering.values),
    notation: OneOf(...REPORTS.notation.values),
  }),
  /** reasons that the sponsor offers instead of the product's, by what they are given for (settings, part `reasons`) */
  reasons: Type.Record(Type.String(), Type.Array(Type.String())),
  defaultAppendix: Type.String(),
  /** regions that can be shown, the standard among them */
  appendices: Type.Array(Type.String()),
  /** what becomes of language and region of an address; see shared/settings/describedSettings.ts */
  links: OneOf(...NAVIGATION.links.values),
  /** whether the rows of lists are numbered */
  rowNumbers: OneOf(...NAVIGATION.rowNumbers.values),
  /** which reason for a change is selected at first */
  saveReason: OneOf(...EDITING.saveReason.values),
  /** what a new case begins with */
  newCase: OneOf(...EDITING.newCase.values),
  /** absolute time, UTC; one deadline for all tabs of a browser */
  expiresAt: Type.String({ format: 'date-time' }),
  sessionMinutes: Type.Integer(),
  /** whether a service that translates notations is configured */
  translator: Type.Boolean(),
  /** the identity provider the user signed in with, and the user's address there; null: signed in by password */
  realmId: Nullable(Type.String()),
  ssoUserEmail: Nullable(Type.String()),
  /** begins with the sponsor key and a dot, and is another one as soon as privileges, scope or view change */
  accessVersion: Type.String(),
  /** the product is seen as a role or a user sees it, and nothing can be changed; null: as the user's own */
  viewing: Nullable(
    Type.Object({
      /** support: the sponsor lets a system administrator see its data */
      kind: OneOf('role', 'user', 'support'),
      name: Type.String(),
      since: Type.String({ format: 'date-time' }),
      /** when a support access ends; null: it is none */
      until: Nullable(Type.String({ format: 'date-time' })),
      /** of the role or the user, but not of who looks: they are left out */
      lacking: Type.Array(Type.String()),
    }),
  ),
});

const Credentials = Type.Object({
  userId: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
  /** where the session starts if the user may work there; otherwise where the user last worked */
  sponsorKey: Type.Optional(Type.Integer()),
  senderKey: Type.Optional(Type.Integer()),
});

/** of the authenticator, or a recovery code */
export const FactorCode = Type.String({ maxLength: 20 });

/** Shown this once. */
export const RecoveryCodes = Type.Array(Type.String());

/**
 * 401 SECOND_FACTOR_REQUIRED where a code is missing, WRONG_CODE; 403 SECOND_FACTOR_SET_UP with `{ secret, uri }` of a new
 * authenticator, which `setUpFactor` takes in use; 403 PASSWORD_EXPIRED with the `path` of a link that sets a new one.
 */
export const signIn = defineCall({
  method: 'POST',
  path: '/1.0/auth',
  summary: 'Signs a user in with user id and password, and the code of a second factor',
  access: 'public',
  body: Type.Object({ ...Credentials.properties, code: Type.Optional(FactorCode) }),
  data: Session,
});

/** 401 WRONG_CODE; 403 PASSWORD_EXPIRED as `signIn`. */
export const setUpFactor = defineCall({
  method: 'POST',
  path: '/1.0/auth/second-factor',
  summary: 'Takes an authenticator in use that was demanded at the sign-in, and signs the user in',
  access: 'public',
  body: Type.Object({ ...Credentials.properties, code: FactorCode }),
  data: Type.Object({ session: Session, recoveryCodes: RecoveryCodes }),
});

/** `id` is the user key of the session, or `me`. */
export const checkSession = defineCall({
  method: 'GET',
  path: '/1.0/auth/:id',
  summary: 'Answers the session of the token, without extending it',
  access: 'account',
  params: Type.Object({ id: Type.String() }),
  data: Session,
});

export const extendSession = defineCall({
  method: 'POST',
  path: '/1.0/auth/extend',
  summary: 'Restarts the session timer',
  access: 'account',
  whileViewing: true,
  data: Type.Object({ expiresAt: Type.String({ format: 'date-time' }) }),
});

export const signOut = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/users/:userKey/logout',
  summary: 'Ends the session, with the reason',
  access: 'account',
  whileViewing: true,
  params: Type.Object({ sponsorKey: Type.Integer(), userKey: Type.Integer() }),
  body: Type.Object({ reason: Type.String({ maxLength: 200 }), loginPageURL: Type.Optional(Type.String()) }),
  data: Type.Object({ oAuthLogoutUrl: Nullable(Type.String()) }),
});

export const Sponsor = Type.Object({ sponsorKey: Type.Integer(), sponsorName: Type.String() });
export const Sender = Type.Object({ SENDER_KEY: Type.Integer(), SND_ORGAN: Type.String() });

export const listSponsors = defineCall({
  method: 'GET',
  path: '/1.0/users/:userKey/sponsors',
  summary: 'The sponsors a user may work for',
  access: 'account',
  params: Type.Object({ userKey: Type.Integer() }),
  data: Type.Object({
    sponsorList: Type.Array(Sponsor),
    /** those that let the user, a system administrator, see their data */
    supported: Type.Array(
      Type.Object({ ...Sponsor.properties, until: Type.String({ format: 'date-time' }) }),
    ),
    systemAdmin: Type.Boolean(),
  }),
});

export const listSenders = defineCall({
  method: 'GET',
  path: '/1.1/sponsors/:sponsorKey/users/:userKey/senders',
  summary: 'The sender organisations a user may work on behalf of',
  access: 'session',
  params: Type.Object({ sponsorKey: Type.Integer(), userKey: Type.Integer() }),
  data: Type.Object({ senderList: Type.Array(Sender) }),
});

export const checkSystemAdmin = defineCall({
  method: 'GET',
  path: '/1.0/system-admin/access',
  summary: 'Answers when the user may enter the system administration',
  access: 'systemAdmin',
});

export const setDefaultAppendix = defineCall({
  method: 'PUT',
  path: '/1.0/sponsors/:sponsorKey/users/:userKey/default-appendix',
  summary: "Remembers the user's appendix",
  access: 'session',
  params: Type.Object({ sponsorKey: Type.Integer(), userKey: Type.Integer() }),
  body: Type.Object({ defaultAppendix: Type.String({ maxLength: 10 }) }),
});

export const listAppendices = defineCall({
  method: 'GET',
  path: '/1.0/codes/USE_APPENDIX',
  summary: 'The appendices in use',
  access: 'session',
  data: Type.Object({
    codeList: Type.Array(Type.Object({ codeValue: Type.String(), codeLabel: Type.String() })),
  }),
});

/** Only while no administrator exists outside demo mode; the first start prints the token. */
export const readSetUp = defineCall({
  method: 'GET',
  path: '/1.0/set-up/:token',
  summary: 'Tells whether a set-up link is still good, and which countries the sponsor may be of',
  access: 'public',
  params: Type.Object({ token: Type.String() }),
  data: Type.Object({
    open: Type.Boolean(),
    /** in the language of the request; none where the link is not good */
    countries: Type.Array(Type.Object({ code: Type.String(), label: Type.String() })),
  }),
});

export const setUp = defineCall({
  method: 'POST',
  path: '/1.0/set-up/:token',
  summary: 'Makes the first administrator, sponsor and sender; the link works once',
  access: 'public',
  params: Type.Object({ token: Type.String() }),
  body: Type.Object({
    userId: Type.String({ minLength: 3, maxLength: 100 }),
    userName: Type.String({ minLength: 1, maxLength: 100 }),
    password: Type.String({ minLength: 8, maxLength: 200 }),
    sponsorName: Type.String({ minLength: 1, maxLength: 200 }),
    /** ISO 3166 */
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    senderName: Type.String({ minLength: 1, maxLength: 200 }),
  }),
});
