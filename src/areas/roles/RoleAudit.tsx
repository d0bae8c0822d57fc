/** What was changed in a role and its privileges, newest first. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exportRoleAudit, listRoleAudit } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { Dialog } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import type { Role } from './roles.queries.ts';

const WIDTH_PX = 1100;

interface RoleAuditProps {
  role: Pick<Role, 'roleId' | 'name'>;
  onClose: () => void;
}

export function RoleAudit({ role: { roleId, name }, onClose }: RoleAuditProps) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const params = useMemo(() => ({ sponsorKey, roleId }), [sponsorKey, roleId]);
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={t('changesOf', { name })}>
      <List
        menuId="MU-AD-RL"
        call={listRoleAudit}
        exportCall={exportRoleAudit}
        params={params}
        of={roleId}
        label={t('changesOf', { name })}
        empty={t('noChanges')}
      />
    </Dialog>
  );
}
