/** The other users in the case, and what they saved: sent and fetched in one call, again and again. */
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { parseAddressKey } from '../../../../shared/case/itemAddress.ts';
import {
  announcePresence,
  leavePresence,
  type BodyOf,
  type DataOf,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { addressKeyOf, type PageSession } from '../../../engine/index.ts';
import { TAB_ID } from '../../../journal/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { useSession } from '../../../session/sessionStore.ts';

const HEARTBEAT_MS = 10_000;
/** Moving through fields with the keyboard is sent once it rests. */
const REST_MS = 300;

export type Presence = DataOf<typeof announcePresence>;
export type Person = Presence['others'][number];

const NO_PRESENCE: Presence = { others: [], retrievedAt: '', changes: [] };
const PresenceContext = createContext<Presence>(NO_PRESENCE);

/** Others in the case now, when it was changed last, and what of the open page others have changed since it was read. */
export const usePresence = (): Presence => useContext(PresenceContext);

export interface PresenceProviderProps {
  caseKey: number;
  page: string;
  rowNo: number | null;
  /** of the open page; null where nothing can be edited */
  session: PageSession | null;
  dirty: boolean;
  children: ReactNode;
}

export function PresenceProvider({ caseKey, page, rowNo, session, dirty, children }: PresenceProviderProps) {
  const queries = useQueryClient();
  // one who sees the product as another does is not there
  const isHidden = useSession().viewing !== null;
  const [presence, setPresence] = useState(NO_PRESENCE);
  const { retrievedAt } = presence;
  const where = useEffectEvent((): Where => ({ page, rowNo, session, dirty }));
  const tellSoon = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (isHidden) return;
    const teller = startTelling(caseKey, () => where(), setPresence);
    tellSoon.current = teller.soon;
    return () => {
      tellSoon.current = null;
      teller.stop();
      setPresence(NO_PRESENCE);
    };
  }, [caseKey, isHidden]);
  useEffect(() => {
    tellSoon.current?.();
  }, [page, rowNo, session, dirty]);

  const known = useRef('');
  useEffect(() => {
    // flags, tabs and tables of the case follow what others do
    if (known.current !== '' && retrievedAt > known.current)
      void queries.invalidateQueries({ queryKey: caseQueryKey(caseKey) });
    known.current = retrievedAt;
  }, [queries, caseKey, retrievedAt]);

  return <PresenceContext value={presence}>{children}</PresenceContext>;
}

interface Where {
  page: string;
  rowNo: number | null;
  session: PageSession | null;
  dirty: boolean;
}

/** Tells the server every ten seconds, and soon after something has changed, until it is stopped. */
function startTelling(caseKey: number, where: () => Where, take: (answer: Presence) => void) {
  const params = { caseKey, tabId: TAB_ID };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  let over = false;

  const tell = async (): Promise<void> => {
    clearTimeout(timer);
    again = busy;
    if (busy || over) return;
    busy = true;
    try {
      const answer = await call(announcePresence, { params, body: bodyOf(where()) });
      if (!over) take(answer);
    } catch (error) {
      // no user waits for it: the next one may come through
      console.warn('others were not told where this tab is', error);
    } finally {
      busy = false;
      if (!over) timer = setTimeout(() => void tell(), again ? REST_MS : HEARTBEAT_MS);
    }
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(), REST_MS);
  };
  const leave = (): void => {
    // the document may be going: the request has to outlive it
    call(leavePresence, { params, keepalive: true }).catch((error: unknown) =>
      console.warn('others were not told that this tab has left', error),
    );
  };

  document.addEventListener('focusin', soon);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', soon);
  void tell();
  return {
    soon,
    stop() {
      over = true;
      clearTimeout(timer);
      document.removeEventListener('focusin', soon);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', soon);
      leave();
    },
  };
}

function bodyOf({ page, rowNo, session, dirty }: Where): BodyOf<typeof announcePresence> {
  const key = addressKeyOf(document.activeElement);
  return {
    page,
    rowNo,
    item: key === null ? null : parseAddressKey(key),
    editing: dirty,
    since: session?.retrievedAt() ?? null,
  };
}
