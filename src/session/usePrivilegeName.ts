import { useTranslation } from 'react-i18next';
import type { PrivilegeArea, PrivilegeType } from '../../shared/access/privilegeAreas.ts';
import type { PrivilegeId } from '../../shared/access/privileges.ts';

/** A privilege in words: `Submission: edit`. */
export function usePrivilegeName(): (privilege: PrivilegeId) => string {
  const { t } = useTranslation('roles');
  return (privilege) => {
    const [type, area] = privilege.split('.') as [PrivilegeType, PrivilegeArea];
    return t('privileges.name', { area: t(`areas.${area}`), type: t(`types.${type}`) });
  };
}
