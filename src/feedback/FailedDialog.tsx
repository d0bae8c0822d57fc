/** In place of a dialog that could not be shown. Apart from the other places: dialogs are not loaded before the login. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../components/Dialog.tsx';
import classes from './FailedArea.module.css';
import { FailedWords } from './FailedArea.tsx';

interface FailedDialogProps {
  error: unknown;
  onRetry: () => void;
  /** gives the dialog up */
  onClose: () => void;
}

export function FailedDialog({ error, onRetry, onClose }: FailedDialogProps) {
  const { t } = useTranslation('failures');
  const close = (
    <Button variant="default" onClick={onClose}>
      {t('area.close')}
    </Button>
  );
  return (
    <Dialog onClose={onClose} title={t('area.dialog')} closeLabel={t('area.close')}>
      <div className={classes.inside}>
        <FailedWords error={error} onRetry={onRetry} more={close} />
      </div>
    </Dialog>
  );
}
