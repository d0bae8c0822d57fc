/** The pages of figures that were saved; a row opens the page as it was. */
import { useTranslation } from 'react-i18next';
import { exportMonitoringRuns, listMonitoringRuns } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { ListPage } from '../../lists/index.ts';

export function MonitoringHistoryPage() {
  const { t } = useTranslation('monitoring');
  const { sponsorKey } = useRouteContext();
  return (
    <ListPage
      menuId="MU-MO-HI"
      call={listMonitoringRuns}
      exportCall={exportMonitoringRuns}
      params={{ sponsorKey }}
      path="monitoring/history/list"
      label={t('history')}
      empty={t('noHistory')}
    />
  );
}
