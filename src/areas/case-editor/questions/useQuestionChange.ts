/** A change of the questions of a case; what shows them is read again, also after a refusal: others may have been faster. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

export function useQuestionChange<Input>(
  caseKey: number,
  change: (input: Input) => Promise<unknown>,
  onDone: () => void,
): UseMutationResult<unknown, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { ownFailure: true },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'questions'] }),
  });
}
