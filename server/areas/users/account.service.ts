/** The account of a user: its state, and what administrators do with it. */
import type {
  ACCOUNT_ACTIONS,
  BodyOf,
  changeUserAccount,
  DataOf,
  readUserAccount,
  USER_STATES,
} from '../../../shared/contract/index.ts';
import { findAccountIn, findPrivileges, putLock, type FoundAccount } from '../../accounts/account.store.ts';
import { coversAccount } from '../../accounts/coversAccount.ts';
import { endAccess } from '../../accounts/endAccess.ts';
import { sendInvitation, USER, type InvitationWorld } from '../../accounts/inviteUser.ts';
import { countUsersWith } from '../../accounts/lastAdministrator.store.ts';
import { scopeOf } from '../../accounts/scope.store.ts';
import { endSessions, findOpenSessions } from '../../accounts/session.store.ts';
import { deleteFactor } from '../../accounts/secondFactor.store.ts';
import { countFailuresSince, findLastFailure } from '../../accounts/signInFailures.store.ts';
import { lockSponsor } from '../../accounts/sponsors.store.ts';
import { forgetFailuresOf } from '../../accounts/throttle.store.ts';
import { USER_STATE_ENTRY } from '../../accounts/userAudit.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  accountShared,
  lastAdministrator,
  noPrivilege,
  ownAccount,
  userChanged,
  userNotFound,
} from '../../problems.ts';
import { recordChain } from '../../records/saveRecord.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

type UsersWorld = DatabaseWorld & InvitationWorld;
type State = (typeof USER_STATES)[number];
type Action = (typeof ACCOUNT_ACTIONS)[number];

const stateOf = (found: FoundAccount): State => {
  if (!found.active) return 'deactivated';
  if (found.locked_at) return 'locked';
  if (found.ended) return 'ended';
  if (found.not_yet) return 'notYet';
  if (found.inactive) return 'inactive';
  if (found.untrained) return 'untrained';
  return found.has_password ? 'active' : 'invited';
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Throws 404 USER_NOT_FOUND. */
export function accountOf(
  deps: UsersWorld,
  { sponsorKey, userKey: reader }: SessionUser,
  userKey: number,
): Promise<DataOf<typeof readUserAccount>> {
  const now = deps.clock.now();
  return readInSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await findAccountIn(trx, sponsorKey, userKey, now);
    if (!found) throw userNotFound();
    const open = await findOpenSessions(trx, userKey, now);
    const lastFailure = await findLastFailure(trx, userKey);
    return {
      userKey,
      userId: found.user_id,
      userName: found.name,
      state: stateOf(found),
      isOwn: reader === userKey,
      isShared: found.is_shared,
      byMail: deps.mail !== null && found.email !== null,
      since: found.since.toISOString(),
      lastSignIn: iso(found.last_used_at),
      passwordChangedAt: found.has_password ? found.password_changed_at.toISOString() : null,
      secondFactorSince: iso(found.factor_since),
      failures: await countFailuresSince(trx, userKey, found.last_used_at ?? found.since),
      lastFailure: lastFailure ? { at: lastFailure.at.toISOString(), ip: lastFailure.ip } : null,
      invitedUntil: iso(found.invited_until),
      sessions: open
        .filter(({ sponsor_key }) => sponsor_key === sponsorKey)
        .map((session) => ({
          sessionId: session.session_id,
          startedAt: session.created_at.toISOString(),
          lastSeenAt: session.last_seen_at.toISOString(),
          ip: session.ip,
          agent: session.agent,
        })),
      privileges: await findPrivileges(trx, sponsorKey, userKey),
    };
  });
}

interface Author {
  user: SessionUser;
  language: Language;
  requestId: string;
}

interface Given {
  trx: Trx;
  deps: UsersWorld;
  author: Author;
  found: FoundAccount;
  sponsorKey: number;
  userKey: number;
  at: Date;
  sessionId: string | undefined;
  reason: string;
}

interface Done {
  entry: NewEntry;
  link?: string | null;
}

/**
 * Only an account that is the sponsor's alone has its password reset here, and only by users who see all that its user
 * sees: a link can open the account.
 */
const requireOwned = ({ found, author }: Given): void => {
  if (found.is_shared && found.has_password) throw accountShared();
  if (!coversAccount(author.user, { ...found, ...scopeOf(found) })) throw noPrivilege();
};

const ACTIONS: Record<Action, (given: Given) => Promise<Done>> = {
  invite: async (given) => {
    requireOwned(given);
    const { trx, deps, author, sponsorKey, userKey, found } = given;
    const { link } = await sendInvitation(trx, deps, { sponsorKey, userKey, language: author.language });
    return {
      entry: caseEntry('status', link === null ? (found.email ?? '') : 'link', 'userInvitation'),
      link,
    };
  },
  lock: async ({ trx, deps, author, sponsorKey, userKey, at, reason, found }) => {
    await putLock(trx, { sponsorKey, userKey }, at, at);
    await endAccess(trx, deps, author, { userKey, part: { sponsorKey }, reason, at });
    if ((await countUsersWith(trx, { sponsorKey, privilege: 'EDIT.ADMIN', at })) === 0)
      throw lastAdministrator();
    return { entry: caseEntry('status', 'locked', USER_STATE_ENTRY, stateOf(found)) };
  },
  unlock: async ({ trx, sponsorKey, userKey, found, at }) => {
    await putLock(trx, { sponsorKey, userKey }, null, at);
    await forgetFailuresOf(trx, found.user_id);
    return {
      entry: caseEntry(
        'status',
        stateOf({ ...found, locked_at: null, inactive: false }),
        USER_STATE_ENTRY,
        stateOf(found),
      ),
    };
  },
  endSessions: async ({ trx, sponsorKey, userKey, sessionId, at, reason }) => {
    const which = sessionId === undefined ? { sponsorKey } : { sessionId, sponsorKey };
    const ended = await endSessions(trx, userKey, which, { reason, at });
    return { entry: caseEntry('status', String(ended), 'userSessions') };
  },
  resetFactor: async (given) => {
    requireOwned(given);
    const { trx, deps, author, userKey, at, reason } = given;
    await deleteFactor(trx, userKey);
    await endAccess(trx, deps, author, { userKey, part: 'all', reason, at });
    return { entry: caseEntry('status', 'reset', 'userFactor') };
  },
};

/**
 * Carries out what an administrator does with an account, into its audit trail. Throws 403 NO_PRIVILEGE, 404
 * USER_NOT_FOUND, 409 OWN_ACCOUNT, USER_CHANGED, ACCOUNT_SHARED, LAST_ADMINISTRATOR.
 */
export function changeAccount(
  deps: UsersWorld,
  author: Author,
  { userKey, action, reason, state, sessionId }: { userKey: number } & BodyOf<typeof changeUserAccount>,
): Promise<DataOf<typeof changeUserAccount>> {
  const { user } = author;
  const { sponsorKey } = user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const at = deps.clock.now();
    await lockSponsor(trx, sponsorKey);
    const found = await findAccountIn(trx, sponsorKey, userKey, at);
    if (!found) throw userNotFound();
    if (user.userKey === userKey) throw ownAccount();
    if (stateOf(found) !== state) throw userChanged();
    const given = { trx, deps, author, found, sponsorKey, userKey, at, sessionId, reason };
    const { entry, link = null } = await ACTIONS[action](given);
    const chain = recordChain({ sponsorKey, kind: USER, recordKey: userKey });
    await appendChange(trx, deps, author, { ...chain, at, reason }, [entry]);
    return { link };
  });
}
