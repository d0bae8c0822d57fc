/** What was changed in a role and its privileges, newest first. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exportRoleAudit, listRoleAudit } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { AuditListDialog } from '../../lists/index.ts';
import type { Role } from './roles.queries.ts';

interface RoleAuditProps {
  role: Pick<Role, 'roleId' | 'name'>;
  onClose: () => void;
}

export function RoleAudit({ role: { roleId, name }, onClose }: RoleAuditProps) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const params = useMemo(() => ({ sponsorKey, roleId }), [sponsorKey, roleId]);
  return (
    <AuditListDialog
      title={t('changesOf', { name })}
      onClose={onClose}
      menuId="MU-AD-RL"
      call={listRoleAudit}
      exportCall={exportRoleAudit}
      params={params}
      of={roleId}
      empty={t('noChanges')}
    />
  );
}
