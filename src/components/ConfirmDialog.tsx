import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import styles from './components.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: string;
  confirmLabel?: string;
  cancelLabel?: string;
  /** what follows cannot be taken back */
  danger?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question with two answers. The harmless one has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, message, confirmLabel, cancelLabel, danger = false, onConfirm, onCancel } = props;
  const { t } = useTranslation('components');
  return (
    <Dialog opened={opened} onClose={onCancel} title={title}>
      {message}
      <div className={styles.buttons}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button color={danger ? 'red.9' : undefined} onClick={onConfirm}>
          {confirmLabel ?? t('confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
