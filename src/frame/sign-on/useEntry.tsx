/** What follows a sign-in, whichever way it came: the choice of sponsor and sender where there is one, then the product. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { listSenders, listSponsors, setDefaultAppendix } from '../../../shared/contract/index.ts';
import { call, CallFailure, setToken } from '../../api/index.ts';
import { declineSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { safeRedirect } from '../loginPath.ts';
import { ADMIN_PREFIX, pathIn, defaultContextOf, type RouteContext } from '../../app-context/routeContext.ts';
import type { SignOnTrip } from './signOnTrip.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

// few users have a choice
const SponsorDialog = lazyComponent(async () => (await import('../sponsor/SponsorDialog.tsx')).SponsorDialog);

/** The target of the sign-in: an address of this site, or a context to work in. */
export type EntryGoal = Pick<SignOnTrip, 'returnTo' | 'sponsorKey' | 'senderKey' | 'appendix'>;

export interface Entry {
  /**
   * Starts the session and continues to the product, or asks for sponsor and sender first. Rejects with a
   * `CallFailure`.
   */
  enter: (session: Session) => Promise<void>;
  /** the dialog, while it asks */
  choice: ReactNode;
}

/** More than one sponsor or sender, or access to the system administration. */
async function hasChoice({ userKey, sponsorKey, systemAdmin }: Session): Promise<boolean> {
  if (systemAdmin) return true;
  const { sponsorList } = await call(listSponsors, { params: { userKey } });
  const { senderList } = await call(listSenders, { params: { sponsorKey, userKey } });
  return sponsorList.length > 1 || senderList.length > 1;
}

/**
 * Makes the region of the login address the user's own, as if they had selected it in the header: the guard of the main
 * area leads to no other. Null: there is none, or the user cannot have it.
 */
async function takeRegion(
  { userKey }: Session,
  sponsorKey: number,
  appendix: string | undefined,
): Promise<string | null> {
  if (appendix === undefined) return null;
  try {
    const params = { sponsorKey, userKey };
    await call(setDefaultAppendix, { params, body: { defaultAppendix: appendix }, ignore: 'ALL' });
    return appendix;
  } catch (error) {
    if (error instanceof CallFailure) return null;
    throw error;
  }
}

/** A user on the way to an address has chosen by it. `onDeclined`: the dialog was closed, and the session with it. */
export function useEntry(goal: EntryGoal, onDeclined?: () => void): Entry {
  const navigate = useNavigate();
  const [pending, setPending] = useState<Session | null>(null);
  const redirectTo = safeRedirect(goal.returnTo);
  const contextFor = (session: Session): RouteContext => {
    const own = defaultContextOf(session);
    const { sponsorKey = own.sponsorKey, senderKey = own.sessionSenderKey } = goal;
    return { ...own, sponsorKey, sessionSenderKey: String(senderKey) };
  };
  const takeUp = (session: Session, path: string) => {
    signedIn(session);
    void navigate(path, { replace: true });
  };
  const takeUpIn = async (session: Session, context: RouteContext) => {
    const appendix = (await takeRegion(session, context.sponsorKey, goal.appendix)) ?? context.appendix;
    const isOwn = context.sponsorKey === session.sponsorKey;
    takeUp(
      isOwn ? { ...session, defaultAppendix: appendix } : session,
      redirectTo ?? pathIn({ ...context, appendix }, 'home'),
    );
  };
  const enter = async (session: Session) => {
    setToken(session.token);
    if (!session.takesPart) takeUp(session, redirectTo ?? ADMIN_PREFIX);
    else if (redirectTo === null && (await hasChoice(session))) setPending(session);
    else await takeUpIn(session, contextFor(session));
  };
  const decline = async (session: Session) => {
    await declineSession(session);
    setPending(null);
    onDeclined?.();
  };
  const choice = pending && (
    <SponsorDialog
      session={pending}
      chosen={contextFor(pending)}
      onChoose={(sponsorKey, sessionSenderKey) =>
        void takeUpIn(pending, { ...defaultContextOf(pending), sponsorKey, sessionSenderKey })
      }
      onClose={() => void decline(pending)}
      onSystem={() => takeUp(pending, ADMIN_PREFIX)}
    />
  );
  return { enter, choice };
}
