/** Sends a command to a batch and reads it again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SUBMISSIONS } from './submissions.queries.ts';

interface CommandOptions {
  /** the dialog that sent it shows its failure */
  ownFailure?: boolean;
  onSuccess?: () => void;
}

export function useBatchCommand<Input = void>(
  send: (input: Input) => Promise<unknown>,
  { ownFailure = false, onSuccess }: CommandOptions = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { ownFailure },
    onSuccess: () => onSuccess?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: SUBMISSIONS }),
  });
}
