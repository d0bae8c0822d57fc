/** A change of the questions of a case; what shows them is read again, also after a refusal: others may have been faster. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { attemptKeys } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

/** Of the page: a question or letter whose answer was lost goes out once, also from a form that was opened again. */
const keys = attemptKeys();

/** `change` gets the key of an attempt for its content. */
export function useQuestionChange<Input>(
  caseKey: number,
  change: (input: Input, keyOf: (content: unknown) => string) => Promise<unknown>,
  onDone: () => void,
): UseMutationResult<unknown, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input, (content) => keys.keyOf([caseKey, content])),
    meta: { ownFailure: true },
    onSuccess: () => {
      keys.done();
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'questions'] }),
  });
}
