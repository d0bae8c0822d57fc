/** The cases that a number of the home page led to: what the address asks of the workflow, and the way out of it. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { readHomeWorkflow } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';

const OWNERS = ['mine', 'role', 'unassigned', 'claimable'] as const;

export interface InWorkflow {
  /** what the list is asked besides */
  query: Record<string, string>;
  /** the same in words */
  words: string;
  /** back to the whole list */
  drop: () => void;
}

/** Null where the address asks nothing of the workflow. */
export function useInWorkflow(): InWorkflow | null {
  const { t } = useTranslation('cases');
  const { sponsorKey, language } = useRouteContext();
  const [search, setSearch] = useSearchParams();
  const workflow = search.get('workflow');
  const owner = OWNERS.find((one) => one === search.get('owner'));
  const returned = search.get('returned') === 'Y';
  const late = search.get('late') === 'Y';
  const steps = useQuery({
    queryKey: ['workflow', 'steps', sponsorKey, language],
    queryFn: async ({ signal }) => (await call(readHomeWorkflow, { params: { sponsorKey }, signal })).steps,
    enabled: workflow !== null,
    // without the name its key tells which step it is
    meta: { ownFailure: true },
  });
  if (workflow === null && !owner && !returned && !late) return null;
  const step = steps.data?.find(({ workflowKey }) => workflowKey === workflow);
  return {
    query: {
      ...(workflow !== null && { workflow }),
      ...(owner && { owner }),
      ...(returned && { returned: 'Y' }),
      ...(late && { late: 'Y' }),
    },
    words: [
      ...(workflow === null ? [] : [step?.workflowLabel ?? workflow]),
      ...(owner ? [t(`inWorkflow.${owner}`)] : []),
      ...(returned ? [t('inWorkflow.returned')] : []),
      ...(late ? [t('inWorkflow.late')] : []),
    ].join(' · '),
    drop: () =>
      setSearch((all) => {
        for (const name of ['workflow', 'owner', 'returned', 'late']) all.delete(name);
        return all;
      }),
  };
}
