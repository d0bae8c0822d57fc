/** Makes the next version of a case, and goes there. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { createFollowUp, type BodyOf } from '../../../../shared/contract/index.ts';
import { attemptKeys, call } from '../../../api/index.ts';
import { pagePath, useCaseRoute } from '../caseRoute.ts';

/** `onMade` gets the number of the new version; the same page of it is shown. */
export function useFollowUp(caseKey: number, onMade: (versionNo: number) => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { page, to } = useCaseRoute();
  const [keys] = useState(attemptKeys);
  return useMutation({
    mutationFn: (body: BodyOf<typeof createFollowUp>) => {
      const creationKey = keys.keyOf({ caseKey, ...body });
      return call(createFollowUp, { params: { caseKey }, body: { creationKey, ...body } });
    },
    meta: { ownFailure: true },
    onSuccess: async ({ caseKey: made, versionNo }) => {
      keys.done();
      onMade(versionNo);
      await navigate(to(pagePath(made, page ?? '')));
      await queries.invalidateQueries({ queryKey: ['case'] });
    },
  });
}
