/** Who saw the product as whom, newest first. */
import { useTranslation } from 'react-i18next';
import { exportViewAudit, listViewAudit } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { AuditListDialog } from '../../lists/index.ts';

export function ViewAudit({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  return (
    <AuditListDialog
      title={t('viewAs.trail')}
      onClose={onClose}
      menuId="MU-AD-VW"
      call={listViewAudit}
      exportCall={exportViewAudit}
      params={{ sponsorKey }}
      of={sponsorKey}
      empty={t('viewAs.none')}
    />
  );
}
