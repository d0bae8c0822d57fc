/** What was changed in the settings, newest first: of what is open, or of all. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportSettingsAudit, listSettingsAudit } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { AuditListDialog } from '../../lists/index.ts';

export interface SettingsAuditProps {
  /** as `listSettingsAudit` takes it; null: all settings */
  setting: string | null;
  onClose: () => void;
}

export function SettingsAudit({ setting, onClose }: SettingsAuditProps) {
  const { t } = useTranslation('settings');
  const [isAll, showAll] = useState(setting === null);
  const { sponsorKey } = useRouteContext();
  return (
    <AuditListDialog
      title={t('audit.title')}
      onClose={onClose}
      menuId="MU-AD-ST"
      call={listSettingsAudit}
      exportCall={exportSettingsAudit}
      params={{ sponsorKey }}
      of={sponsorKey}
      query={isAll || setting === null ? {} : { setting }}
      empty={t('audit.none')}
    >
      {setting !== null && (
        <Checkbox
          label={t('audit.all')}
          checked={isAll}
          onChange={({ currentTarget: { checked } }) => showAll(checked)}
        />
      )}
    </AuditListDialog>
  );
}
