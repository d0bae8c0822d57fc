/** Keeps the session of the tab up to date: privileges may be changed, and a view begun or ended, elsewhere. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { checkSession } from '../../shared/contract/index.ts';
import { call, CallFailure, onAccessVersion } from '../api/index.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { signedIn, useSession } from '../session/sessionStore.ts';
import { readAllAgain } from '../feedback/readAllAgain.ts';

/** Reads session and pages again when an answer tells that the user may see something else in this sponsor now. */
export function useFreshAccess(): void {
  const { sponsorKey, accessVersion } = useSession();
  const { isAdmin } = useRouteContext();
  const queries = useQueryClient();
  const reading = useRef(false);
  const compare = useEffectEvent((version: string) => {
    const isHere = !isAdmin && version.startsWith(`${sponsorKey}.`);
    if (!isHere || version === accessVersion || reading.current) return;
    reading.current = true;
    call(checkSession, { params: { id: 'me' } })
      .then((next) => {
        signedIn(next);
        return readAllAgain(queries);
      })
      .catch((error: unknown) => {
        // the next answer tries again; an expired session has a dialog of its own
        if (!(error instanceof CallFailure)) throw error;
      })
      .finally(() => {
        reading.current = false;
      });
  });
  useEffect(() => onAccessVersion((version) => compare(version)), []);
}
