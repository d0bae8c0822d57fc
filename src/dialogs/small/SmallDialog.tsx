/** A dialog that asks for little: its fields, Close and OK. It is sent by Enter too. */
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, SubmitForm } from '../../components/index.ts';
import styles from '../dialogs.module.css';

interface SmallDialogProps {
  title: string;
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}

export function SmallDialog({ title, children, onSubmit, onClose }: SmallDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog onClose={onClose} title={title}>
      {/* our own words stand at the field, not the browser's beside it */}
      <SubmitForm onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          {children}
          <div className={styles.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button type="submit">{t('ok')}</Button>
          </div>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
