/** What was changed in the settings, newest first. */
import { useTranslation } from 'react-i18next';
import { exportSettingsAudit, listSettingsAudit } from '../../../shared/contract/index.ts';
import { Dialog } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { List } from '../../lists/index.ts';

const WIDTH_PX = 1100;

export function SettingsAudit({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={t('audit.title')}>
      <List
        menuId="MU-AD-ST"
        call={listSettingsAudit}
        exportCall={exportSettingsAudit}
        params={{ sponsorKey }}
        of={sponsorKey}
        label={t('audit.title')}
        empty={t('audit.none')}
      />
    </Dialog>
  );
}
