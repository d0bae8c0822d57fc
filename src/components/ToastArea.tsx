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
      <Notifications position="bottom-left" limit={SHOWN} className={classes.toasts} />
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
