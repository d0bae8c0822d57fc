/** The sessions a user has open, and ending them. */
import type { listSessions } from '../../../shared/contract/accounts.ts';
import type { DataOf } from '../../../shared/contract/call.ts';
import { endSessions, findOpenSessions } from '../../accounts/session.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import type { SessionUser } from '../../http/session.ts';
import { notFound } from '../../problems.ts';

/** What this module needs of the server. */
type SessionsWorld = ClockWorld & DatabaseWorld;

const REASON = 'Ended by the user from another session';

export async function openSessionsOf(
  { db, clock }: SessionsWorld,
  { userKey, tokenHash }: SessionUser,
): Promise<DataOf<typeof listSessions>> {
  const sessions = await findOpenSessions(db, userKey, clock.now());
  return {
    sessionList: sessions.map((session) => ({
      sessionId: session.session_id,
      current: session.token_hash.equals(tokenHash),
      sponsorName: session.sponsor_name,
      startedAt: session.created_at.toISOString(),
      lastSeenAt: session.last_seen_at.toISOString(),
      expiresAt: session.expires_at.toISOString(),
      ip: session.ip,
      agent: session.agent,
      signedInBy: session.signed_in_by,
    })),
  };
}

/** Throws 404 NOT_FOUND where the user has no such session open. */
export async function endOne(
  { db, clock }: SessionsWorld,
  { userKey }: SessionUser,
  sessionId: string,
): Promise<void> {
  const ended = await endSessions(db, userKey, { sessionId }, { reason: REASON, at: clock.now() });
  if (ended === 0) throw notFound();
}

export async function endOthers({ db, clock }: SessionsWorld, { userKey, tokenHash }: SessionUser) {
  return {
    ended: await endSessions(db, userKey, { allBut: tokenHash }, { reason: REASON, at: clock.now() }),
  };
}
