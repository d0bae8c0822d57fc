/** Jobs of all sponsors that were given up: an operator reads why, and runs them again or discards them. */
import { useTranslation } from 'react-i18next';
import { exportDeadLetters, listDeadLetters } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import { FailedJobActions } from './FailedJobActions.tsx';
import classes from './failedJobs.module.css';

export function FailedJobsPage() {
  const { t } = useTranslation('failedJobs');
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <List
        menuId="AD-MU-JB"
        call={listDeadLetters}
        exportCall={exportDeadLetters}
        path="failed-job/list"
        label={t('title')}
        searchLabel={t('search')}
        empty={t('none')}
        selectable
        actions={(state) => <FailedJobActions state={state} />}
      />
    </div>
  );
}
