/** All companies with their sponsors. */
import { useTranslation } from 'react-i18next';
import { exportCompanies, listCompanies } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import classes from './systemAdmin.module.css';

export function CompanyListPage() {
  const { t } = useTranslation('systemAdmin');
  return (
    <div className={classes.page}>
      <PageHeader title={t('companies.title')} />
      <List
        menuId="AD-MU-CO"
        call={listCompanies}
        exportCall={exportCompanies}
        path="company/list"
        label={t('companies.title')}
        searchLabel={t('companies.search')}
        empty={t('companies.none')}
      />
    </div>
  );
}
