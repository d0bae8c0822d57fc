/** Asks before codes that AI recommended are taken for rows (specification 2-dialogs sections 2 and 7). */
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Details, Dialog } from '../components/index.ts';
import { FailureNotice } from '../feedback/FailureNotice.tsx';
import styles from './aiCoding.module.css';

export interface Update {
  /** so many rows are changed */
  rows: number;
  /** the element whose text was entered */
  element: string;
  /** null: none is active */
  whoddVersion: string | null;
  idfVersion: string | null;
}

interface UpdateDialogProps {
  update: Update;
  /** carries it out; where it fails, the dialog stays and says why */
  carryOut: () => Promise<unknown>;
  /** true: it was carried out */
  onAnswer: (done: boolean) => void;
}

export function UpdateDialog({ update, carryOut, onAnswer }: UpdateDialogProps) {
  const { t } = useTranslation(['aiCoding', 'common']);
  const sending = useMutation({
    mutationFn: carryOut,
    onSuccess: () => onAnswer(true),
    meta: { ownFailure: true },
  });
  const details = (['rows', 'element', 'whoddVersion', 'idfVersion'] as const).map((detail) => ({
    label: t(`update.${detail}`),
    value: update[detail],
  }));
  const cancel = () => onAnswer(false);
  return (
    <Dialog busy={sending.isPending} onClose={cancel} title={t('update.title')}>
      <Stack gap="sm">
        <p className={styles.words}>{t('update.question', { count: update.rows })}</p>
        <Details details={details} />
        <FailureNotice error={sending.error} />
        <div className={styles.buttons}>
          <Button variant="default" data-autofocus disabled={sending.isPending} onClick={cancel}>
            {t('common:cancel')}
          </Button>
          <Button loading={sending.isPending} onClick={() => sending.mutate()}>
            {t('update.confirm')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
