/** The one handler of failed calls: a message that stays until dismissed, and a report (specification section 8). */
import i18next from 'i18next';
import { CallFailure, EXPIRED, NO_CONNECTION, reportError, type ErrorCategory } from '../api/index.ts';
// past the door of the components: before the login only this one is needed
import { showError } from '../components/toasts.tsx';

/** What a failure is called for the user: the server's words, or ours where the server said nothing. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallFailure)) return i18next.t('frame:failure.unexpected');
  return error.errCode === NO_CONNECTION ? i18next.t('frame:failure.noConnection') : error.errMsg;
}

/** An expired session has its own message and is no failure. */
export function showFailure(error: unknown, category: ErrorCategory = 'RETRIEVE_FAIL'): void {
  if (error instanceof CallFailure && error.errCode === EXPIRED) return;
  showError(failureText(error));
  void reportError(category, error);
}
