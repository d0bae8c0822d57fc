/** A change of the questions of a case; what shows them is read again, also after a refusal: others may have been faster. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { attemptKeys, type AttemptKeys } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

export function useQuestionChange<Input>(
  caseKey: number,
  change: (input: Input, keys: AttemptKeys) => Promise<unknown>,
  onDone: () => void,
): UseMutationResult<unknown, Error, Input> {
  const queries = useQueryClient();
  const [keys] = useState(attemptKeys);
  return useMutation({
    mutationFn: (input: Input) => change(input, keys),
    meta: { ownFailure: true },
    onSuccess: () => {
      keys.done();
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'questions'] }),
  });
}
