/** The one handler of failed calls: a message that stays until dismissed (specification section 8). */
import i18next from 'i18next';
import type { ErrorCategory } from '../../shared/contract/logs.ts';
import { BAD_ANSWER, CallFailure, EXPIRED, NO_CONNECTION, noteReach, reportError } from '../api/index.ts';
// past the door of the components: before the login only this one is needed
import { showError } from '../components/toasts.tsx';

/** The message of a failure for the user: the server's, or ours where the server gave none. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallFailure)) return i18next.t('failures:unexpected');
  if (error.errCode === NO_CONNECTION) return i18next.t('failures:noAnswer');
  if (error.errCode === BAD_ANSWER) return i18next.t('failures:badAnswer', { status: error.status });
  return error.errMsg;
}

/** The id by which an operator finds a failure of the server in its log; null where there is none, or the user can act. */
export function failureReference(error: unknown): string | null {
  if (!(error instanceof CallFailure) || error.status < 500 || error.requestId === null) return null;
  return i18next.t('failures:reference', { id: error.requestId });
}

/**
 * An expired session has its own message and is no failure. A lost connection has its banner, which hears of what could
 * not be read; here only that nobody knows whether a change was made, in the words of `unanswered`. A call reports its
 * failure itself, anything else is reported here. `of`: what it is about, where that is out of sight. Answers the message,
 * for who withdraws it; null where there is none.
 */
export function showFailure(
  error: unknown,
  category: ErrorCategory = 'RETRIEVE_FAIL',
  unanswered = i18next.t('failures:unanswered'),
  of: string | null = null,
): string | null {
  const show = (text: string, note?: string | null): string => {
    const message = of === null ? text : `${of}: ${text}`;
    showError(message, note);
    return message;
  };
  if (!(error instanceof CallFailure)) void reportError(category, error);
  else if (error.errCode === EXPIRED) return null;
  else if (error.errCode === NO_CONNECTION) {
    if (category === 'SUBMIT_FAIL') return show(unanswered);
    noteReach('missed');
    return null;
  }
  return show(failureText(error), failureReference(error));
}
