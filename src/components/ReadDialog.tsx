import { Button, Group, Stack, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';

interface ReadDialogProps extends Pick<ModalProps, 'title' | 'size'> {
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that only shows something: below it is the button that closes it, which has the focus. */
export function ReadDialog({ children, onClose, ...dialog }: ReadDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog {...dialog} onClose={onClose}>
      <Stack gap="sm">
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
