/** Reports by case: what went to whom, when, and how it was answered. */
import { useTranslation } from 'react-i18next';
import { exportSubmittedCases, listSubmittedCases } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import classes from './submissions.module.css';

export function CaseHistoryPage() {
  const { t } = useTranslation('submissions');
  return (
    <div className={classes.page}>
      <PageHeader title={t('caseHistory.title')} />
      <List
        menuId="MU-SM-CH"
        call={listSubmittedCases}
        exportCall={exportSubmittedCases}
        path="submission/case-history/list"
        label={t('caseHistory.title')}
        searchLabel={t('caseHistory.search')}
        empty={t('history.none')}
      />
    </div>
  );
}
