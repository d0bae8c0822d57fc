/** Who is signed in, in this tab. Token and user key lie in the session storage of the tab; the rest is asked for. */
import { useSyncExternalStore } from 'react';
import type { Static } from 'typebox';
import { holdsAny, type PrivilegeId } from '../../shared/access/privileges.ts';
import {
  checkSession,
  signOut as signOutCall,
  type Session as SessionSchema,
} from '../../shared/contract/index.ts';
import { call, CallFailure, EXPIRED, setReporter, setToken } from '../api/index.ts';
import { announceEnd, askOtherTabs, answerOtherTabs } from './otherTabs.ts';

export type Session = Static<typeof SessionSchema>;

const TOKEN_KEY = 'casewright.token';
const USER_KEY = 'casewright.userKey';

/** The reason of a log-out that the user asked for. */
export const LOGGED_OUT = 'Logout';

let session: Session | null = null;
let leftOnPurpose = false;
const listeners = new Set<() => void>();

function set(next: Session | null): void {
  session = next;
  setToken(next?.token ?? null);
  setReporter(next ? { userId: next.userId, userKey: next.userKey } : null);
  if (next) {
    sessionStorage.setItem(TOKEN_KEY, next.token);
    sessionStorage.setItem(USER_KEY, String(next.userKey));
  } else {
    sessionStorage.removeItem(TOKEN_KEY);
    sessionStorage.removeItem(USER_KEY);
  }
  listeners.forEach((listener) => listener());
}

export const currentSession = (): Session | null => session;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this tab, or null. */
export const useMaybeSession = (): Session | null => useSyncExternalStore(subscribeSession, currentSession);

/** The session; only below the guard that makes sure of it. */
export function useSession(): Session {
  const found = useMaybeSession();
  if (!found) throw new Error('useSession was called where nobody is signed in');
  return found;
}

/** Does the user hold one of the privileges? */
export const mayUse = (who: Session, privileges: readonly PrivilegeId[]): boolean =>
  holdsAny(
    who.privList.map(({ privId }) => privId),
    privileges,
    who.systemAdmin,
  );

export const useMay = (...privileges: PrivilegeId[]): boolean => mayUse(useSession(), privileges);

/** Did the user log out himself? Then the next login does not lead back to where he was. */
export const hasLeftOnPurpose = (): boolean => leftOnPurpose;

export function signedIn(next: Session): void {
  leftOnPurpose = false;
  set(next);
}

/** Forgets the session in this tab only: the server, or another tab, has ended it already. */
export const forgetSession = (): void => set(null);

/** Ends the session on the server and in all tabs. A server that cannot be reached ends it at its deadline. */
export async function endSession(reason: string): Promise<void> {
  const ending = session;
  if (!ending) return;
  const { sponsorKey, userKey } = ending;
  try {
    await call(signOutCall, { params: { sponsorKey, userKey }, body: { reason } });
  } catch (error) {
    const isOver = error instanceof CallFailure && error.errCode === EXPIRED;
    if (!isOver) console.warn('the server was not told of the log-out', error);
  }
  announceEnd(ending.token);
  leftOnPurpose = reason === LOGGED_OUT;
  set(null);
}

/**
 * Takes up the session of this tab after a reload, or that of another open tab. Without one, or when the server does not
 * know it any more, nobody is signed in.
 */
export async function restoreSession(): Promise<void> {
  answerOtherTabs(() => session?.token ?? null);
  const token = sessionStorage.getItem(TOKEN_KEY) ?? (await askOtherTabs());
  if (!token) return;
  setToken(token);
  try {
    set(await call(checkSession, { params: { id: 'me' } }));
  } catch (error) {
    console.warn('the session could not be taken up', error);
    set(null);
  }
}
