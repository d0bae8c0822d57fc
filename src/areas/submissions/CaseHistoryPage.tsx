/** Reports by case: what went to whom, when, and how it was answered. */
import { useTranslation } from 'react-i18next';
import { exportSubmittedCases, listSubmittedCases } from '../../../shared/contract/index.ts';
import { ListPage } from '../../lists/index.ts';

export function CaseHistoryPage() {
  const { t } = useTranslation('submissions');
  return (
    <ListPage
      menuId="MU-SM-CH"
      call={listSubmittedCases}
      exportCall={exportSubmittedCases}
      path="submission/case-history/list"
      label={t('caseHistory.title')}
      searchLabel={t('caseHistory.search')}
      empty={t('history.none')}
    />
  );
}
