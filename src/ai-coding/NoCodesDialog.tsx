/** Says why no codes are recommended (specification 2-dialogs sections 4 and 8). There is nothing to decide: OK. */
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../components/index.ts';
import styles from './aiCoding.module.css';
import type { NoCodes } from './askUntilAnswered.ts';

interface NoCodesDialogProps {
  noCodes: NoCodes;
  onClose: () => void;
}

export function NoCodesDialog({ noCodes, onClose }: NoCodesDialogProps) {
  const { t } = useTranslation(['aiCoding', 'common']);
  const title = noCodes.how === 'aiError' ? noCodes.message : t(`no.${noCodes.how}.title`);
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="sm">
        <p className={styles.words}>{t(`no.${noCodes.how}.message`)}</p>
        {noCodes.how === 'missingItem' && (
          <ul className={styles.missing}>
            <li>{noCodes.message}</li>
          </ul>
        )}
        <div className={styles.buttons}>
          <Button data-autofocus onClick={onClose}>
            {t('common:ok')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
