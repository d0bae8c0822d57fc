/** Messages in the corner: an error stays until it is closed, a success goes after a second (specification section 8). */
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

const SUCCESS_MS = 1000;
const INFO_MS = 4000;

const show = (message: string, color: string, autoClose: number | false): void => {
  notifications.show({
    message,
    color,
    autoClose,
    withBorder: true,
    // the same message twice is one message
    id: `${color} ${message}`,
    role: color === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': i18next.t('components:close') },
  });
};

export const showError = (message: string): void => show(message, 'red', false);
export const showSuccess = (message: string): void => show(message, 'green', SUCCESS_MS);
export const showInfo = (message: string): void => show(message, 'ink', INFO_MS);
