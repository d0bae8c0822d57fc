/** What the user sees of one case: of the session, or more once its blinded values were opened. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readUnblinding } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { useSession, type Session } from '../../../session/sessionStore.ts';

const unblindingQuery = (caseKey: number, asks: boolean) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'unblinding'],
    queryFn: ({ signal }) => call(readUnblinding, { params: { caseKey }, signal }),
    enabled: asks,
  });

export function useCaseRights(caseKey: number): Session {
  const session = useSession();
  const { data } = useQuery(unblindingQuery(caseKey, session.asksUnblinding));
  return session.asksUnblinding && data?.open === true ? { ...session, unblind: true } : session;
}
