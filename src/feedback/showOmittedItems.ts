import i18next from 'i18next';
// past the door of the components: before the login only this one is needed
import { showError } from '../components/toasts.tsx';

/** Says which items have values that a downloaded message cannot hold; the message stays until it is dismissed. */
export const showOmittedItems = (itemIds: readonly string[]): void =>
  showError(
    i18next.t('failures:omitted', { count: itemIds.length }),
    i18next.t('failures:omittedItems', { items: itemIds.join(', ') }),
  );
