/** Every adverse event that came in from the external study system, newest first. */
import { useTranslation } from 'react-i18next';
import { exportHomeEdcSync, listHomeEdcSync } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { List } from '../../lists/index.ts';
import classes from './HomePage.module.css';

export function HomeEdcSyncListPage() {
  const { t } = useTranslation('home');
  const { sponsorKey } = useRouteContext();
  return (
    <div className={classes.wide}>
      <PageHeader title={t('edc.title')} />
      <List
        menuId="MU-HM-ES"
        call={listHomeEdcSync}
        exportCall={exportHomeEdcSync}
        params={{ sponsorKey }}
        label={t('edc.title')}
        path="home/edcsync/list"
        searchLabel={t('edc.search')}
        empty={t('edc.none')}
      />
    </div>
  );
}
