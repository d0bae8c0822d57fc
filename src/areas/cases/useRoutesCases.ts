/** Whether the user may route or claim cases of the list: the sponsor uses a workflow, and the user takes part in it. */
import { useQuery } from '@tanstack/react-query';
import { readBatchPrivilege } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';

export function useRoutesCases(): boolean {
  const { sponsorKey } = useRouteContext();
  const batch = useQuery({
    queryKey: ['batchPrivilege', sponsorKey],
    queryFn: ({ signal }) => call(readBatchPrivilege, { signal }),
    staleTime: Infinity,
  });
  return batch.data?.takesPart ?? false;
}
