/** A user over all sponsors: what holds everywhere is changed here, in a chain of the account of its own. */
import type {
  BodyOf,
  changeSystemUser,
  DataOf,
  readSystemUser,
  SYSTEM_USER_ACTIONS,
} from '../../../shared/contract/index.ts';
import { ADMIN_SPONSOR_KEY } from '../../../shared/access/systemAdminRoutes.ts';
import { putLock } from '../../accounts/account.store.ts';
import { endAccess, endTokens } from '../../accounts/endAccess.ts';
import { sendInvitation, USER, type InvitationWorld } from '../../accounts/inviteUser.ts';
import { changingAccessIn } from '../../accounts/lastAdministrator.ts';
import { deleteFactor } from '../../accounts/secondFactor.store.ts';
import { endSessions, findOpenSessions } from '../../accounts/session.store.ts';
import { findLastFailure } from '../../accounts/signInFailures.store.ts';
import { forgetFailuresOf } from '../../accounts/throttle.store.ts';
import { ACCOUNT_ENTRY, USER_STATE_ENTRY } from '../../accounts/userAudit.ts';
import { appendChange, type Author } from '../../audit/appendChange.ts';
import { caseEntry, type Chain, type NewEntry } from '../../audit/auditEntry.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { lastSystemAdministrator, ownAccount, userNotFound } from '../../problems.ts';
import { recordChain } from '../../records/saveRecord.ts';
import {
  forSponsor,
  inSponsor,
  readInSponsor,
  type DatabaseWorld,
  type Trx,
} from '../../storage/database.ts';
import {
  countSystemAdmins,
  findSystemUser,
  findUserParts,
  lockSystemAdmins,
  putActive,
  putSystemAdmin,
  type UserPart,
} from './systemUsers.store.ts';

type SystemUsersWorld = DatabaseWorld & InvitationWorld;
type Action = (typeof SYSTEM_USER_ACTIONS)[number];

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const accountChain = (userKey: number): Chain => ({
  sponsorKey: ADMIN_SPONSOR_KEY,
  scope: 'account',
  scopeKey: userKey,
});

/** Throws 404 USER_NOT_FOUND. */
export const systemUserOf = (
  deps: SystemUsersWorld,
  { sponsorKey, userKey: reader }: SessionUser,
  userKey: number,
): Promise<DataOf<typeof readSystemUser>> =>
  readInSponsor(deps.db, sponsorKey, async (trx) => {
    const now = deps.clock.now();
    const found = await findSystemUser(trx, userKey, now);
    if (!found) throw userNotFound();
    const lastFailure = await findLastFailure(trx, userKey);
    const parts = await findUserParts(trx, userKey);
    return {
      userKey,
      userId: found.user_id,
      userName: found.name,
      email: found.email,
      isOwn: reader === userKey,
      byMail: deps.mail !== null && found.email !== null,
      active: found.active,
      systemAdmin: found.is_system_admin,
      passwordChangedAt: found.has_password ? found.password_changed_at.toISOString() : null,
      secondFactorSince: iso(found.factor_since),
      invitedUntil: iso(found.invited_until),
      lastFailure: lastFailure ? { at: lastFailure.at.toISOString(), ip: lastFailure.ip } : null,
      openSessions: (await findOpenSessions(trx, userKey, now)).length,
      parts: parts.map(({ since, lastSignIn, ...part }) => ({
        ...part,
        since: since.toISOString(),
        lastSignIn: iso(lastSignIn),
      })),
    };
  });

interface SystemAuthor extends Author {
  user: SessionUser;
  language: Language;
}

interface Given {
  trx: Trx;
  deps: SystemUsersWorld;
  author: Author;
  language: Language;
  userKey: number;
  /** before the change */
  found: NonNullable<Awaited<ReturnType<typeof findSystemUser>>>;
  parts: readonly UserPart[];
  /** of `unlock` */
  sponsorKey: number | undefined;
  reason: string;
  at: Date;
}

interface Done {
  entries: NewEntry[];
  link?: string | null;
}

const state = (value: string, item: string, before: string | null = null): Done => ({
  entries: [caseEntry('status', value, item, before)],
});

/** In the audit trail of the sponsor, too, by which it is known who had access. */
async function noteInSponsor(
  { trx, deps, author, userKey, reason, at }: Given,
  { sponsorKey }: UserPart,
  entry: NewEntry,
): Promise<void> {
  const chain = recordChain({ sponsorKey, kind: USER, recordKey: userKey });
  await forSponsor(trx, sponsorKey, () => appendChange(trx, deps, author, { ...chain, at, reason }, [entry]));
}

async function noteUnlocked(given: Given, part: UserPart): Promise<void> {
  const parts = await findUserParts(given.trx, given.userKey);
  const is = parts.find(({ sponsorKey }) => sponsorKey === part.sponsorKey)?.state ?? '';
  await noteInSponsor(given, part, caseEntry('status', is, USER_STATE_ENTRY, part.state));
}

const accountState = (active: boolean): string => (active ? 'active' : 'inactive');
const systemAdminFlag = (isSystemAdmin: boolean): string => (isSystemAdmin ? 'Y' : 'N');

async function changeActive(given: Given, active: boolean): Promise<Done> {
  await putActive(given.trx, given.userKey, active);
  const is = accountState(active);
  const was = accountState(given.found.active);
  for (const part of given.parts)
    await noteInSponsor(given, part, caseEntry('status', is, ACCOUNT_ENTRY, was));
  return state(is, ACCOUNT_ENTRY, was);
}

async function changeSystemAdmin({ trx, userKey, found }: Given, isSystemAdmin: boolean): Promise<Done> {
  await putSystemAdmin(trx, userKey, isSystemAdmin);
  return state(systemAdminFlag(isSystemAdmin), 'systemAdmin', systemAdminFlag(found.is_system_admin));
}

const ACTIONS: Record<Action, (given: Given) => Promise<Done>> = {
  invite: async ({ trx, deps, language, userKey, parts }) => {
    const sponsorKey = parts[0]?.sponsorKey ?? ADMIN_SPONSOR_KEY;
    const { link } = await sendInvitation(trx, deps, { sponsorKey, userKey, language });
    return { ...state(link === null ? 'mail' : 'link', 'userInvitation'), link };
  },
  deactivate: async (given) => {
    const { trx, deps, author, userKey, at, parts, reason } = given;
    // a trigger ends what is open with the account, but writes no audit trail
    await endTokens(trx, deps, author, { userKey, sponsorKey: null, reason, at });
    const sponsorKeys = parts.map(({ sponsorKey }) => sponsorKey);
    return changingAccessIn(trx, { sponsorKeys, at }, () => changeActive(given, false));
  },
  activate: (given) => changeActive(given, true),
  unlock: async (given) => {
    const { trx, userKey, found, parts, sponsorKey, at } = given;
    const part = parts.find((one) => one.sponsorKey === sponsorKey);
    if (!part) throw userNotFound();
    await putLock(trx, { sponsorKey: part.sponsorKey, userKey }, null, at);
    await forgetFailuresOf(trx, found.user_id);
    await noteUnlocked(given, part);
    return state(part.sponsor, 'unlocked');
  },
  endSessions: async ({ trx, userKey, reason, at }) =>
    state(String(await endSessions(trx, userKey, 'all', { reason, at })), 'userSessions'),
  resetFactor: async ({ trx, deps, author, userKey, found, reason, at }) => {
    await deleteFactor(trx, userKey);
    await endAccess(trx, deps, author, { userKey, part: 'all', reason, at });
    return state('reset', 'userFactor', found.factor_since && 'setUp');
  },
  makeSystemAdmin: (given) => changeSystemAdmin(given, true),
  removeSystemAdmin: (given) => changeSystemAdmin(given, false),
};

/**
 * Carries out what a system administrator does with an account. Throws 404 USER_NOT_FOUND, 409 OWN_ACCOUNT,
 * LAST_ADMINISTRATOR of one of its sponsors, LAST_SYSTEM_ADMINISTRATOR.
 */
export const changeSystemUserOf = (
  deps: SystemUsersWorld,
  { language, ...author }: SystemAuthor,
  { userKey, action, reason, sponsorKey }: { userKey: number } & BodyOf<typeof changeSystemUser>,
): Promise<DataOf<typeof changeSystemUser>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const at = deps.clock.now();
    await lockSystemAdmins(trx);
    const found = await findSystemUser(trx, userKey, at);
    if (!found) throw userNotFound();
    if (author.user.userKey === userKey) throw ownAccount();
    const parts = await findUserParts(trx, userKey);
    const given = {
      trx,
      deps,
      author,
      language,
      userKey,
      found,
      parts,
      sponsorKey,
      reason,
      at,
    };
    const { entries, link = null } = await ACTIONS[action](given);
    if ((await countSystemAdmins(trx)) === 0) throw lastSystemAdministrator();
    await appendChange(trx, deps, author, { ...accountChain(userKey), at, reason }, entries);
    return { link };
  });
