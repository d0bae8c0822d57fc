import type { DialogHandle } from '../components/useDialog.ts';
import { failureText } from './showFailure.ts';

type Handle = Pick<DialogHandle<unknown, string>, 'error' | 'busy' | 'confirm' | 'hide'>;

/** What an open `ReasonDialog` takes of its handle: a reason confirms it, and the dialog shows why that failed. */
export const reasonProps = ({ error, busy, confirm, hide }: Handle) => ({
  opened: true,
  problem: error ? failureText(error) : null,
  pending: busy,
  onConfirm: confirm,
  onCancel: hide,
});
