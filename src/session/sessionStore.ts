/** Who is signed in, in this tab. Token and user key lie in the session storage of the tab; the rest is asked for. */
import { useSyncExternalStore } from 'react';
import type { Static } from 'typebox';
import { hasAnyPrivilege, type PrivilegeId } from '../../shared/access/privileges.ts';
import {
  checkSession,
  signOut as signOutCall,
  type Session as SessionSchema,
} from '../../shared/contract/index.ts';
import { call, CallFailure, EXPIRED, NO_CONNECTION, setReporter, setToken } from '../api/index.ts';
import { makeListeners } from '../listeners/listeners.ts';
import { announceEnd, announceSignIn, askOtherTabs, answerOtherTabs, noteSignedIn } from './otherTabs.ts';
import { postAddress } from './postAddress.ts';

export type Session = Static<typeof SessionSchema>;

const TOKEN_KEY = 'casewright.token';
const USER_KEY = 'casewright.userKey';

/** The reason of a log-out that the user asked for. */
export const LOGGED_OUT = 'Logout';

let session: Session | null = null;
/** The session has ended, but its user and page stay: the user may log in again over the page. */
let suspended = false;
let leftOnPurpose = false;
const listeners = makeListeners();

function set(next: Session | null): void {
  session = next;
  suspended = false;
  setToken(next?.token ?? null);
  setReporter(next);
  noteSignedIn(next && Date.parse(next.expiresAt));
  if (next) {
    sessionStorage.setItem(TOKEN_KEY, next.token);
    sessionStorage.setItem(USER_KEY, String(next.userKey));
  } else {
    sessionStorage.removeItem(TOKEN_KEY);
    sessionStorage.removeItem(USER_KEY);
  }
  listeners.notify();
}

export const currentSession = (): Session | null => session;

/** The session of this tab, or null. */
export const useMaybeSession = (): Session | null => useSyncExternalStore(listeners.add, currentSession);

/** The session; only below the guard that makes sure of it. */
export function useSession(): Session {
  const found = useMaybeSession();
  if (!found) throw new Error('useSession was called where nobody is signed in');
  return found;
}

/** Does the user hold one of the privileges? */
export const mayUse = (who: Session, privileges: readonly PrivilegeId[]): boolean =>
  hasAnyPrivilege(
    who.privList.map(({ privId }) => privId),
    privileges,
  );

export const useMay = (...privileges: PrivilegeId[]): boolean => mayUse(useSession(), privileges);

/** Did the user log out? Then the next login does not return to their last page. */
export const hasLeftOnPurpose = (): boolean => leftOnPurpose;

export function signedIn(next: Session): void {
  leftOnPurpose = false;
  if (next.token !== session?.token) announceSignIn(next.token, next.userKey);
  set(next);
}

/** Forgets the session in this tab only: the server, or another tab, has ended it already. */
export const forgetSession = (): void => set(null);

/** The session is over: from now on neither a new tab nor a reload gets its token. The page stays whose it is. */
export function suspendSession(): void {
  suspended = true;
  sessionStorage.removeItem(TOKEN_KEY);
  if (session) announceEnd(session.token, true);
}

/**
 * Ends the session on the server. One that cannot be reached ends it at its deadline. Answers where the session with its
 * identity provider is ended; null: there is none.
 */
async function tellServer({ sponsorKey, userKey }: Session, reason: string): Promise<string | null> {
  try {
    const body = { reason, loginPageURL: `${location.origin}/login` };
    return (await call(signOutCall, { params: { sponsorKey, userKey }, body })).oAuthLogoutUrl;
  } catch (error) {
    const isOver = error instanceof CallFailure && error.errCode === EXPIRED;
    if (!isOver) console.warn('the server was not told of the log-out', error);
    return null;
  }
}

/** The time is over: tells the server, who may think otherwise. */
export async function expireSession(reason: string): Promise<void> {
  if (session) await tellServer(session, reason);
}

/** Ends the session on the server and in all tabs, and leaves for its identity provider where it has one. */
export async function endSession(reason: string): Promise<void> {
  const ending = session;
  if (!ending) return;
  const providerLogout = await tellServer(ending, reason);
  announceEnd(ending.token, false);
  leftOnPurpose = reason === LOGGED_OUT;
  set(null);
  if (providerLogout !== null) postAddress(providerLogout);
}

/** Ends a session that was offered and not taken up, and leaves for its identity provider where it has one. */
export async function declineSession(offered: Session): Promise<void> {
  const providerLogout = await tellServer(offered, LOGGED_OUT);
  setToken(session?.token ?? null);
  if (providerLogout !== null) postAddress(providerLogout);
}

/**
 * Takes up the new session that another tab has of the same user. Rejects where the server does not know it, and then
 * everything is as before.
 */
export async function joinSession(token: string): Promise<Session> {
  const before = session;
  setToken(token);
  try {
    const next = await call(checkSession, { params: { id: 'me' } });
    set(next);
    return next;
  } catch (error) {
    setToken(before?.token ?? null);
    throw error;
  }
}

/** Reads the session again, since what it tells of the sender may have changed. What cannot be read stays as it is. */
export async function refreshSession(): Promise<void> {
  try {
    const next = await call(checkSession, { params: { id: 'me' } });
    if (session?.token === next.token) set(next);
  } catch (error) {
    console.warn('the session could not be read again', error);
  }
}

/**
 * Takes up the session of this tab after a reload, or that of another open tab. Without one, or when the server does not
 * know it any more, nobody is signed in. Rejects where the server does not answer: the token is kept for later.
 */
export async function restoreSession(): Promise<void> {
  answerOtherTabs(() => (suspended ? null : (session?.token ?? null)));
  const token = sessionStorage.getItem(TOKEN_KEY) ?? (await askOtherTabs());
  if (!token) return;
  setToken(token);
  try {
    set(await call(checkSession, { params: { id: 'me' } }));
  } catch (error) {
    // No answer is not a refusal: the page may be unloading, or the server restarting.
    if (error instanceof CallFailure && error.errCode === NO_CONNECTION) throw error;
    console.warn('the session could not be taken up', error);
    set(null);
  }
}
