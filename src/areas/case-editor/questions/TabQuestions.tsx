/** The number of questions of a page that are not closed, at its tab. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCaseRoute } from '../caseRoute.ts';
import { useOpenQuestions } from './useOpenQuestions.ts';
import classes from './questions.module.css';

export function TabQuestions({ page }: { page: string }) {
  const { t } = useTranslation('questions');
  const { caseKey } = useCaseRoute();
  const count = useOpenQuestions(caseKey).filter((one) => one.page === page).length;
  if (count === 0) return null;
  return (
    <span className={classes.tab} data-questions title={t('tab', { count })}>
      <span aria-hidden>?{count}</span>
      <VisuallyHidden>{t('tab', { count })}</VisuallyHidden>
    </span>
  );
}
