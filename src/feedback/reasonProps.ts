import type { DialogHandle } from '../components/useDialog.ts';
import { failureText } from './showFailure.ts';

type Handle = Pick<DialogHandle<unknown, string>, 'error' | 'busy' | 'confirm' | 'hide'>;

const problemOf = (error: unknown): string | null => (error ? failureText(error) : null);

/** What an open `ReasonDialog` takes of its handle: a reason confirms it, and the dialog shows why that failed. */
export const reasonProps = ({ error, busy, confirm, hide }: Handle) => ({
  opened: true,
  problem: problemOf(error),
  pending: busy,
  onConfirm: confirm,
  onCancel: hide,
});

interface Mutation<Input> {
  error: unknown;
  isPending: boolean;
  mutate: (input: Input) => void;
  reset: () => void;
}

/**
 * What an open `ReasonDialog` takes of the mutation that is made with the reason. Why an attempt failed is gone with the
 * dialog that was closed after it: opened again, it begins without.
 */
export const attemptProps = <Input>(
  { error, isPending, mutate, reset }: Mutation<Input>,
  close: () => void,
) => ({
  opened: true,
  problem: problemOf(error),
  pending: isPending,
  /** as it is where the reason is all that is sent */
  onConfirm: (input: Input) => mutate(input),
  onCancel: () => {
    reset();
    close();
  },
});
