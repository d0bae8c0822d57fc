/** Files that were imported and exported. */
import { useTranslation } from 'react-i18next';
import { exportDataHistory, listDataHistory } from '../../../shared/contract/index.ts';
import { ListPage } from '../../lists/index.ts';

export function HistoryPage() {
  const { t } = useTranslation('data');
  return (
    <ListPage
      menuId="MU-DT-HS"
      call={listDataHistory}
      exportCall={exportDataHistory}
      path="data/history/list"
      label={t('history.title')}
      searchLabel={t('history.search')}
      empty={t('history.none')}
    />
  );
}
