/** An entry of a dictionary, to be read (specification 2-dialogs section 2, recommended-code info dialogs). */
import { Button, Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../frame/Notice.tsx';
import styles from './aiCoding.module.css';

const MISSING = '–';

interface EntryDialogProps {
  /** the dictionary, and its version */
  of: string;
  /** null: the entry does not say it */
  details: readonly { key: string; label: string; value: string | null }[];
  /** its terms are invented */
  sample: boolean;
  /** pixels */
  width: number | undefined;
  /** true: more of the dictionary is wanted */
  onAnswer: (more: boolean) => void;
}

export function EntryDialog({ of, details, sample, width, onAnswer }: EntryDialogProps) {
  const { t } = useTranslation(['aiCoding', 'common', 'dialogs']);
  return (
    <Modal
      opened
      size={width}
      onClose={() => onAnswer(false)}
      title={t('entry.title', { of })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        {sample && <Notice tone="warning">{t('dialogs:sample')}</Notice>}
        <dl className={styles.details}>
          {details.map(({ key, label, value }) => (
            <div key={key} className={styles.detail}>
              <dt>{label}</dt>
              <dd>{value ?? MISSING}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => onAnswer(true)}>
            {t('entry.more')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            {t('entry.confirm')}
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
