/** Taking the view of a role or a user, and leaving it: the session of the administrator stays the same one. */
import type { BodyOf, beginView, DataOf, listViewTargets } from '../../../shared/contract/index.ts';
import { takeUpSession, type OpenSessionWorld, type SessionData } from '../../accounts/openSession.ts';
import { findViewableUsers } from '../../accounts/view.store.ts';
import { startView, stopView } from '../../accounts/views.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { findSessionUser, type SessionUser } from '../../http/session.ts';
import { notFound } from '../../problems.ts';
import type { DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type ViewAsWorld = OpenSessionWorld & AuditWorld & CatalogueWorld;

interface Viewer {
  user: SessionUser;
  requestId: string;
  token: string;
}

export async function targetsOf(
  { db }: DatabaseWorld,
  { sponsorKey, userKey }: SessionUser,
): Promise<DataOf<typeof listViewTargets>> {
  const users = await findViewableUsers(db, sponsorKey);
  return {
    users: users
      .filter(({ user_key }) => user_key !== userKey)
      .map(({ user_key, user_id, name }) => ({ userKey: user_key, userId: user_id, userName: name })),
  };
}

/** Throws 404 NOT_FOUND if there is no such role or user, or both or neither are named. */
export async function begin(
  deps: ViewAsWorld,
  viewer: Viewer,
  { reason, roleId, userKey }: BodyOf<typeof beginView>,
): Promise<SessionData> {
  if ((roleId === null) === (userKey === null)) throw notFound();
  const { sponsorKey, tokenHash } = viewer.user;
  const since = deps.clock.now();
  await startView(deps, viewer, { sponsorKey, tokenHash, target: { roleId, userKey }, since, reason });
  return sessionNow(deps, viewer);
}

export async function end(deps: ViewAsWorld, viewer: Viewer): Promise<SessionData> {
  const { view, sponsorKey, tokenHash } = viewer.user;
  if (view && !view.supportUntil)
    await stopView(deps, viewer, { ...view, sponsorKey, tokenHash, until: deps.clock.now() });
  return sessionNow(deps, viewer);
}

/** The session read again, as it is from now on. */
async function sessionNow(deps: ViewAsWorld, { user, token }: Viewer): Promise<SessionData> {
  const now = await findSessionUser(deps.db, token, user.sponsorKey, deps.clock.now());
  return takeUpSession(deps, now, user.senderKey, token);
}
