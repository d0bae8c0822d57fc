/** All companies with their sponsors. */
import { useTranslation } from 'react-i18next';
import { exportCompanies, listCompanies } from '../../../shared/contract/index.ts';
import { ListPage } from '../../lists/index.ts';

export function CompanyListPage() {
  const { t } = useTranslation('systemAdmin');
  return (
    <ListPage
      menuId="AD-MU-CO"
      call={listCompanies}
      exportCall={exportCompanies}
      path="company/list"
      label={t('companies.title')}
      searchLabel={t('companies.search')}
      empty={t('companies.none')}
    />
  );
}
