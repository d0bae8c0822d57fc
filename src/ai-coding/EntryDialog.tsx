/** An entry of a dictionary, to be read (specification 2-dialogs section 2, recommended-code info dialogs). */
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Details, Dialog, type Detail } from '../components/index.ts';
import { Notice } from '../feedback/Notice.tsx';
import styles from './aiCoding.module.css';

interface EntryDialogProps {
  /** the dictionary, and its version */
  of: string;
  details: readonly Detail[];
  /** its terms are invented */
  sample: boolean;
  /** pixels */
  width: number | undefined;
  /** true: more of the dictionary is wanted */
  onAnswer: (more: boolean) => void;
}

export function EntryDialog({ of, details, sample, width, onAnswer }: EntryDialogProps) {
  const { t } = useTranslation(['aiCoding', 'dialogs']);
  return (
    <Dialog size={width} onClose={() => onAnswer(false)} title={t('entry.title', { of })}>
      <Stack gap="sm">
        {sample && <Notice tone="warning">{t('dialogs:sample')}</Notice>}
        <Details details={details} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => onAnswer(true)}>
            {t('entry.more')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            {t('entry.confirm')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
