/** What follows a sign-in, whichever way it came: the choice of sponsor and sender where there is one, then the product. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { listSenders, listSponsors } from '../../../shared/contract/index.ts';
import { call, setToken } from '../../api/index.ts';
import { declineSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { safeRedirect } from '../loginPath.ts';
import { ADMIN_PREFIX, pathIn, defaultContextOf, type RouteContext } from '../../app-context/routeContext.ts';
import type { SignOnTrip } from './signOnTrip.ts';

// few users have a choice
const SponsorDialog = lazy(() =>
  import('../sponsor/SponsorDialog.tsx').then((loaded) => ({ default: loaded.SponsorDialog })),
);

/** The target of the sign-in: an address of this site, or a context to work in. */
export type EntryGoal = Pick<SignOnTrip, 'returnTo' | 'sponsorKey' | 'senderKey'>;

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
  const enter = async (session: Session) => {
    setToken(session.token);
    if (redirectTo !== null) takeUp(session, redirectTo);
    else if (await hasChoice(session)) setPending(session);
    else takeUp(session, pathIn(contextFor(session), 'home'));
  };
  const decline = async (session: Session) => {
    await declineSession(session);
    setPending(null);
    onDeclined?.();
  };
  const choice = pending && (
    <Suspense>
      <SponsorDialog
        session={pending}
        chosen={contextFor(pending)}
        onChoose={(sponsorKey, sessionSenderKey) =>
          takeUp(pending, pathIn({ ...defaultContextOf(pending), sponsorKey, sessionSenderKey }, 'home'))
        }
        onClose={() => void decline(pending)}
        onSystem={() => takeUp(pending, ADMIN_PREFIX)}
      />
    </Suspense>
  );
  return { enter, choice };
}
