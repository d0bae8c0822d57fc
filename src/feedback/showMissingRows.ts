import i18next from 'i18next';
// past the door of the components: before the login only this one is needed
import { showError } from '../components/toasts.tsx';

/** Says how many of the chosen rows a downloaded list does not have; the message stays until it is dismissed. */
export const showMissingRows = (count: number): void =>
  showError(i18next.t('failures:missingRows', { count }), i18next.t('failures:missingRowsNext'));
