/** The address decides for which sponsor and sender a tab works: two tabs of a browser may work for two. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { checkSession } from '../../../shared/contract/index.ts';
import { call, CallFailure, EXPIRED, NO_PRIVILEGE } from '../../api/index.ts';
import { showInfo } from '../../components/index.ts';
import { sponsorsQuery } from '../../session/sponsors.queries.ts';
import { signedIn, useSession, type Session } from '../../session/sessionStore.ts';
import {
  belowPrefix,
  pathIn,
  defaultContextOf,
  useDestination,
  useRouteContext,
} from '../../app-context/routeContext.ts';

/**
 * Takes the session to the sponsor and sender of the address, with their menus and privileges; the server remembers them
 * as those used last. `isHere` is false until then: nothing of either sponsor is shown, and what was read of the one that
 * is left is forgotten. Leads to the forbidden page where the user may not work there.
 */
export function useSessionOfRoute(): { isHere: boolean; failure: unknown; retry: () => void } {
  const session = useSession();
  const context = useRouteContext();
  const own = defaultContextOf(session);
  const isHere =
    context.isAdmin ||
    (own.sponsorKey === context.sponsorKey && own.sessionSenderKey === context.sessionSenderKey);
  const { pathname, search } = useDestination();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const announce = useAnnouncement();
  const queries = useQueryClient();
  const take = useEffectEvent((next: Session) => {
    announce(next);
    queries.clear();
    signedIn(next);
    const { sessionSenderKey } = defaultContextOf(next);
    // a sender that is none of the sponsor's gives way to the first one
    if (sessionSenderKey !== context.sessionSenderKey)
      void navigate(pathIn({ ...context, sessionSenderKey }, belowPrefix(pathname)) + search, {
        replace: true,
      });
  });
  const refuse = useEffectEvent((error: unknown) => {
    if (!(error instanceof CallFailure)) throw error;
    if (error.errCode === NO_PRIVILEGE) void navigate(pathIn(own, 'bad-permission'), { replace: true });
    // an expired session has a dialog of its own
    else if (error.errCode !== EXPIRED) setFailure(error);
  });
  useEffect(() => {
    if (isHere || failure !== null) return;
    const asking = new AbortController();
    call(checkSession, { params: { id: 'me' }, signal: asking.signal }).then(
      (next) => {
        if (!asking.signal.aborted) take(next);
      },
      (error: unknown) => {
        if (!asking.signal.aborted) refuse(error);
      },
    );
    return () => asking.abort();
  }, [isHere, failure, context.sponsorKey, context.sessionSenderKey, session.token]);
  const retry = useCallback(() => setFailure(null), []);
  return { isHere, failure, retry };
}

/** Announces the current sponsor after the user has changed it, for screen readers too. */
function useAnnouncement(): (next: Session) => void {
  const { t } = useTranslation('frame');
  const queries = useQueryClient();
  return ({ userKey, sponsorKey, senderName: sender }) => {
    const offered = queries.getQueryData(sponsorsQuery(userKey).queryKey)?.sponsorList;
    const sponsor = offered?.find((one) => one.sponsorKey === sponsorKey)?.sponsorName;
    if (!sponsor) return;
    showInfo(sender ? t('sponsor.changed', { sponsor, sender }) : t('sponsor.changedAlone', { sponsor }));
  };
}
