/** Where messages show, and the way to close many of them at once. */
import { Button, Portal } from '@mantine/core';
import { notifications, Notifications, useNotifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import classes from './ToastArea.module.css';

/** More are waiting until one of these is closed. */
const SHOWN = 4;

export function ToastArea() {
  const { t } = useTranslation('failures');
  const store = useNotifications();
  const staying = [...store.notifications, ...store.queue].filter(({ autoClose }) => autoClose === false);
  return (
    <>
      {/* a live region is there before what it reads out; one that comes with its message is not read by all readers */}
      <Notifications position="bottom-left" limit={SHOWN} className={classes.toasts} aria-live="polite" />
      {staying.length > 1 && (
        <Portal>
          <Button
            size="compact-sm"
            className={classes.closeAll}
            onClick={() => staying.forEach(({ id }) => id && notifications.hide(id))}
          >
            {t('toasts.closeAll', { count: staying.length })}
          </Button>
        </Portal>
      )}
    </>
  );
}
