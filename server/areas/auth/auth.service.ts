/** Signing in and out, and what a session tells. */
import type { Static } from 'typebox';
import { MENUS } from '../../../shared/access/menus.ts';
import { holdsAny, PRIVILEGES } from '../../../shared/access/privileges.ts';
import type { Session } from '../../../shared/contract/auth.ts';
import { checkPassword } from '../../accounts/checkPassword.ts';
import type { Deps } from '../../deps.ts';
import { findSessionUser, hashOf, newToken } from '../../http/session.ts';
import type { SessionUser } from '../../http/session.ts';
import { expired, noSponsor, wrongPassword } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import {
  endSessionRow,
  extendSessionRow,
  findSenders,
  findSponsorsOf,
  insertSession,
  moveSession,
  readPart,
} from './auth.store.ts';

const MINUTE_MS = 60_000;
/** however often it is extended */
const LONGEST_SESSION_MS = 12 * 60 * MINUTE_MS;

type SessionData = Static<typeof Session>;

/** Where a sign-in comes from, for the record of sessions. */
export interface Origin {
  ip: string;
  agent: string | null;
}

/**
 * Opens a session in the sponsor the user worked for last. Throws 429 TOO_MANY_ATTEMPTS while the user or the network
 * address is blocked, 401 WRONG_PASSWORD for an unknown user as for a wrong password.
 */
export async function openSession(
  deps: Deps,
  { userId, password }: { userId: string; password: string },
  origin: Origin,
): Promise<SessionData> {
  const { db, clock } = deps;
  const userKey = await checkPassword(deps, { userId, password, ip: origin.ip });
  if (userKey === null) throw wrongPassword();
  const at = clock.now();
  const sponsors = await findSponsorsOf(db, userKey);
  const home = sponsors.toSorted((a, b) => Number(b.last_used_at ?? 0) - Number(a.last_used_at ?? 0))[0];
  if (!home) throw noSponsor();
  const token = newToken();
  const absoluteUntil = new Date(at.getTime() + LONGEST_SESSION_MS);
  const expiresAt = await deadline(deps, home.sponsor_key, userKey, at);
  const session = { tokenHash: hashOf(token), userKey, sponsorKey: home.sponsor_key, senderKey: null, at };
  await insertSession(db, { ...session, expiresAt, absoluteUntil, ...origin });
  const user = await findSessionUser(db, token, home.sponsor_key, at);
  const sender = await senderOf(deps, user, null);
  await moveSession(db, { ...session, senderKey: sender?.sender_key ?? null });
  return describeSession(deps, user, sender, token);
}

async function deadline(deps: Deps, sponsorKey: number, userKey: number, from: Date): Promise<Date> {
  const { session_minutes } = await readPart(deps.db, sponsorKey, userKey);
  return new Date(from.getTime() + (session_minutes ?? deps.config.sessionMinutes) * MINUTE_MS);
}

/** The sender asked for, when the user may work for it; else the first one he may work for. */
async function senderOf(deps: Deps, { sponsorKey, senderKeys }: SessionUser, asked: number | null) {
  const senders = await inSponsor(deps.db, sponsorKey, (trx) => findSenders(trx, senderKeys));
  return senders.find(({ sender_key }) => sender_key === asked) ?? senders[0] ?? null;
}

/**
 * The session as the browser sees it. Asked for another sponsor or sender than before, the session moves there. It is not
 * extended.
 */
export async function takeUpSession(
  deps: Deps,
  user: SessionUser,
  askedSender: number | null,
  token: string,
): Promise<SessionData> {
  const sender = await senderOf(deps, user, askedSender);
  const senderKey = sender?.sender_key ?? null;
  const moves = senderKey !== user.senderKey || user.sponsorKey !== user.sessionSponsorKey;
  if (moves) await moveSession(deps.db, { ...user, senderKey, at: deps.clock.now() });
  return describeSession(deps, user, sender, token);
}

async function describeSession(
  deps: Deps,
  user: SessionUser,
  sender: { sender_key: number; organisation: string } | null,
  token: string,
): Promise<SessionData> {
  const part = await readPart(deps.db, user.sponsorKey, user.userKey);
  const privileges = user.systemAdmin ? PRIVILEGES : user.privileges;
  return {
    token,
    userKey: user.userKey,
    userId: user.userId,
    userName: user.userName,
    email: null,
    roleName: part.role_name ?? '',
    clientType: part.client_type,
    organization: part.organization,
    unblind: user.unblind,
    sponsorKey: user.sponsorKey,
    senderKey: sender?.sender_key ?? null,
    senderName: sender?.organisation ?? null,
    menuList: MENUS.filter((menu) => holdsAny(user.privileges, menu.privileges, user.systemAdmin)).map(
      ({ menuId }) => ({ menuId }),
    ),
    privList: privileges.map((privId) => ({ privId })),
    systemAdmin: user.systemAdmin,
    environment: deps.config.demo ? 'demo' : 'production',
    useWorkflow: part.use_workflow,
    idfVersion: part.idf_version,
    timeZone: user.timeZone,
    defaultAppendix: part.default_appendix,
    expiresAt: user.expiresAt.toISOString(),
    sessionMinutes: part.session_minutes ?? deps.config.sessionMinutes,
    translator: deps.translator !== null,
    realmId: null,
    ssoUserEmail: null,
  };
}

/** Restarts the timer, up to the longest time a session may last. Throws 401 EXPIRED when it is over meanwhile. */
export async function extendDeadline(deps: Deps, user: SessionUser): Promise<{ expiresAt: string }> {
  const now = deps.clock.now();
  const wanted = await deadline(deps, user.sponsorKey, user.userKey, now);
  const extended = await extendSessionRow(deps.db, user.tokenHash, wanted, now);
  if (!extended) throw expired();
  return { expiresAt: extended.expires_at.toISOString() };
}

/** Ends the session for good; single sign-on is not set up, so there is nowhere else to log out. */
export async function closeSession(
  deps: Deps,
  user: SessionUser,
  reason: string,
): Promise<{ oAuthLogoutUrl: null }> {
  await endSessionRow(deps.db, user.tokenHash, reason, deps.clock.now());
  return { oAuthLogoutUrl: null };
}
