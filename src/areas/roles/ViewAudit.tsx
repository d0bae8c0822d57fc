/** Who saw the product as whom, newest first. */
import { useTranslation } from 'react-i18next';
import { exportViewAudit, listViewAudit } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { Dialog } from '../../components/index.ts';
import { List } from '../../lists/index.ts';

const WIDTH_PX = 1100;

export function ViewAudit({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={t('viewAs.trail')}>
      <List
        menuId="MU-AD-VW"
        call={listViewAudit}
        exportCall={exportViewAudit}
        params={{ sponsorKey }}
        of={sponsorKey}
        label={t('viewAs.trail')}
        empty={t('viewAs.none')}
      />
    </Dialog>
  );
}
