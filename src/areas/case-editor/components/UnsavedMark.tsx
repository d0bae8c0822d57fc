/** Says that something has unsaved edits. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './UnsavedMark.module.css';

export function UnsavedMark() {
  const { t } = useTranslation('editor');
  return (
    <span className={classes.mark} data-unsaved title={t('unsaved')}>
      <VisuallyHidden>{t('unsaved')}</VisuallyHidden>
    </span>
  );
}
