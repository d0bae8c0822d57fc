/** Opens a session for a user whose identity is verified by any means, and describes a session. */
import { hiddenByRoles } from '../../shared/blinding/sight.ts';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { STANDARD } from '../../shared/rules/receivers.ts';
import { grantedMenus } from '../../shared/access/menus.ts';
import { linesOf } from '../../shared/settings/describedSettings.ts';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import type { Session } from '../../shared/contract/auth.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { ConfigWorld } from '../config.ts';
import type { TranslatorWorld } from '../ports/translator.ts';
import { idfVersionOf } from '../dictionaries/releaseInUse.ts';
import { accessVersionOf } from '../http/accessVersion.ts';
import { findSessionUser, hashOf, newToken } from '../http/session.ts';
import type { SessionUser } from '../http/session.ts';
import { companyInactive, noSponsor, wrongPassword } from '../problems.ts';
import { logoOfSender } from '../records/recordFile.ts';
import { signedInWith } from '../sign-on/sessionSso.ts';
import { settingOf, type SponsorSettings } from '../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import { noteSupportUse } from './supportAccess.store.ts';
import { stillHolds } from './checkPassword.ts';
import type { Proof } from './checkPassword.ts';
import {
  endSessions,
  findInactiveCompany,
  findSenders,
  findSponsorsOf,
  insertSession,
  isSystemAdmin,
  moveSession,
  readPart,
} from './session.store.ts';

/** What this module needs of the server. */
export type OpenSessionWorld = CataloguesWorld & ClockWorld & ConfigWorld & DatabaseWorld & TranslatorWorld;

const MINUTE_MS = 60_000;
/** however often it is extended */
const MAX_SESSION_MS = 12 * 60 * MINUTE_MS;

export type SessionData = Static<typeof Session>;

/** Where a sign-in comes from, for the record of sessions. */
export interface Origin {
  ip: string;
  agent: string | null;
}

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  agent: request.headers['user-agent'] ?? null,
});

/** How the user signed in, and the requested sponsor and sender. */
export interface Beginning {
  signedInBy: 'password' | 'sso';
  sponsorKey?: number | undefined;
  senderKey?: number | undefined;
}

/**
 * Opens a session for the user, at the requested sponsor if they are assigned to it, otherwise at their last one.
 * Throws 403 NO_SPONSOR for a user who is not assigned to any, 403 COMPANY_INACTIVE where their company is inactive.
 */
export async function openSessionFor(
  deps: OpenSessionWorld,
  userKey: number,
  { ip, agent }: Origin,
  { signedInBy, sponsorKey: requestedSponsor, senderKey: requestedSender }: Beginning,
): Promise<SessionData> {
  const { db, clock } = deps;
  const at = clock.now();
  const sponsorKey = await sponsorOf(deps, userKey, requestedSponsor);
  const token = newToken();
  await insertSession(db, {
    tokenHash: hashOf(token),
    userKey,
    sponsorKey,
    at,
    ip,
    agent,
    signedInBy,
    expiresAt: await deadline(deps, sponsorKey, userKey, at),
    absoluteUntil: new Date(at.getTime() + MAX_SESSION_MS),
  });
  const user = await findSessionUser(db, token, sponsorKey, at);
  const place = await placeOf(deps, user, requestedSender ?? null);
  await moveSession(db, { ...user, ...place, at });
  return describeSession(deps, user, place, token);
}

/**
 * Opens a session by a password that was valid when it was checked. Throws 401 WRONG_PASSWORD if it no longer is:
 * ending the sessions of the old password did not end one that was not open yet.
 */
export async function openProven(
  { db, clock }: OpenSessionWorld,
  proof: Proof,
  open: () => Promise<SessionData>,
): Promise<SessionData> {
  const session = await open();
  if (await stillHolds(db, proof)) return session;
  const which = { tokenHash: hashOf(session.token) };
  await endSessions(db, proof.userKey, which, {
    reason: 'Password changed during the sign-in',
    at: clock.now(),
  });
  throw wrongPassword();
}

/**
 * The requested sponsor if the user is assigned to it, otherwise the last one they worked for; of a system administrator
 * who is assigned to none, that of administration mode.
 */
export async function sponsorOf(
  { db, clock }: OpenSessionWorld,
  userKey: number,
  requested: number | undefined,
): Promise<number> {
  const sponsors = await findSponsorsOf(db, userKey, clock.now());
  const lastFirst = sponsors.toSorted((a, b) => Number(b.last_used_at ?? 0) - Number(a.last_used_at ?? 0));
  const home = sponsors.find(({ sponsor_key }) => sponsor_key === requested) ?? lastFirst[0];
  if (home) return home.sponsor_key;
  if (await isSystemAdmin(db, userKey)) return ADMIN_SPONSOR_KEY;
  const inactive = await findInactiveCompany(db, userKey);
  throw inactive === undefined ? noSponsor() : companyInactive(inactive);
}

/** When a session ends that is opened or extended at a moment. */
export async function deadline(
  deps: OpenSessionWorld,
  sponsorKey: number,
  userKey: number,
  from: Date,
): Promise<Date> {
  const { session_minutes } = await readPart(deps.db, sponsorKey, userKey);
  return new Date(from.getTime() + (session_minutes ?? deps.config.sessionMinutes) * MINUTE_MS);
}

/**
 * The session as the browser sees it. A request for another sponsor or sender moves the session there. It is not
 * extended.
 */
export async function takeUpSession(
  deps: OpenSessionWorld,
  user: SessionUser,
  requestedSender: number | null,
  token: string,
): Promise<SessionData> {
  const place = await placeOf(deps, user, requestedSender);
  // what a view shows is not where the user works next
  const moves =
    user.view === null && (place.senderKey !== user.senderKey || user.sponsorKey !== user.sessionSponsorKey);
  if (moves) await moveSession(deps.db, { ...user, ...place, at: deps.clock.now() });
  if (user.view?.supportUntil) await noteSupportUse(deps.db, user, deps.clock.now());
  const described = await describeSession(deps, user, place, token);
  return { ...described, ...(await signedInWith(deps, user.tokenHash)) };
}

/**
 * The sender of a session: the requested one if the user may work for it, otherwise their last one, otherwise the
 * first. Administration mode has none.
 */
async function placeOf(
  { db }: OpenSessionWorld,
  { sponsorKey, userKey, senderKeys, takesPart }: SessionUser,
  requested: number | null,
) {
  const { senders, ...settings } = await inSponsor(db, sponsorKey, async (trx) => ({
    senders: takesPart ? await findSenders(trx, senderKeys) : [],
    caseNumbers: (await settingOf(trx, sponsorKey, 'caseNumber')).value,
    reportOptions: (await settingOf(trx, sponsorKey, 'reports')).value,
    navigation: (await settingOf(trx, sponsorKey, 'navigation')).value,
    editing: (await settingOf(trx, sponsorKey, 'editing')).value,
    reasons: ownReasons((await settingOf(trx, sponsorKey, 'reasons')).value),
  }));
  const part = { ...(await readPart(db, sponsorKey, userKey)), ...settings };
  const named = (key: number | null) => senders.find(({ sender_key }) => sender_key === key);
  const sender = named(requested) ?? named(part.last_sender_key) ?? senders[0];
  return { part, senderKey: sender?.sender_key ?? null, senderName: sender?.organisation ?? null };
}

const kindOf = ({ target, supportUntil }: NonNullable<SessionUser['view']>): 'support' | 'role' | 'user' => {
  if (supportUntil !== null) return 'support';
  return target.roleId === null ? 'user' : 'role';
};

/** The lists of reasons that the sponsor has. */
const ownReasons = (reasons: SponsorSettings['reasons']): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(reasons)
      .map(([what, text]) => [what, linesOf(text)] as const)
      .filter(([, lines]) => lines.length > 0),
  );

async function describeSession(
  { catalogues, db, config, translator }: OpenSessionWorld,
  user: SessionUser,
  { part, senderKey, senderName }: Awaited<ReturnType<typeof placeOf>>,
  token: string,
): Promise<SessionData> {
  const { whole } = await catalogues.of(user.sponsorKey, user.schemaVersion);
  return {
    token,
    userKey: user.userKey,
    userId: user.userId,
    userName: user.userName,
    email: part.email,
    roleName: user.view?.name ?? part.role_name ?? '',
    clientType: part.client_type,
    organization: part.organization,
    unblind: user.unblind,
    asksUnblinding: user.asksUnblinding,
    // with what reads them, as the catalogue of all regions knows it
    hidden: [...hiddenByRoles(whole, user).keys()],
    readOnlyItems: [...user.readOnlyItems],
    sponsorKey: user.sponsorKey,
    senderKey,
    senderName,
    senderLogo:
      senderKey === null
        ? null
        : await inSponsor(db, user.sponsorKey, (trx) =>
            logoOfSender(trx, whole, { sponsorKey: user.sponsorKey, senderKey }),
          ),
    menuList: grantedMenus(user.privileges, user.systemAdmin, part.medical_coding).map(({ menuId }) => ({
      menuId,
    })),
    privList: user.privileges.map((privId) => ({ privId })),
    systemAdmin: user.systemAdmin,
    takesPart: user.takesPart,
    environment: config.demo ? 'demo' : 'production',
    caseNo: part.caseNumbers.pattern,
    useWorkflow: part.use_workflow,
    idfVersion: await idfVersionOf(db, user),
    dictionaryVersions: user.dictionaryVersions,
    meddraLanguage: user.meddraLanguage,
    timeZone: user.timeZone,
    reportOptions: part.reportOptions,
    reasons: part.reasons,
    defaultAppendix: part.default_appendix,
    appendices: [STANDARD, ...whole.appendices.map(({ appendix }) => appendix)],
    links: part.navigation.links,
    rowNumbers: part.navigation.rowNumbers,
    saveReason: part.editing.saveReason,
    newCase: part.editing.newCase,
    expiresAt: user.expiresAt.toISOString(),
    sessionMinutes: part.session_minutes ?? config.sessionMinutes,
    translator: translator !== null,
    realmId: null,
    ssoUserEmail: null,
    accessVersion: accessVersionOf(user),
    viewing: user.view && {
      kind: kindOf(user.view),
      name: user.view.name,
      since: user.view.since.toISOString(),
      until: user.view.supportUntil?.toISOString() ?? null,
      lacking: user.view.lacking,
    },
  };
}
