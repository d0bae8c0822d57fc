/** Makes the next version of a case, and goes there. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { createFollowUp, type BodyOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { pagePath, useCaseRoute } from '../caseRoute.ts';

/** `onMade` gets the number of the new version; the same page of it is shown. */
export function useFollowUp(caseKey: number, onMade: (versionNo: number) => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { page, to } = useCaseRoute();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createFollowUp>) => call(createFollowUp, { params: { caseKey }, body }),
    meta: { ownFailure: true },
    onSuccess: async ({ caseKey: made, versionNo }) => {
      onMade(versionNo);
      await navigate(to(pagePath(made, page ?? '')));
      await queries.invalidateQueries({ queryKey: ['case'] });
    },
  });
}
