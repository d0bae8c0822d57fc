/** What was changed in the rules of a study, newest first. */
import { useTranslation } from 'react-i18next';
import { exportMappingAudit, listMappingAudit } from '../../../../shared/contract/index.ts';
import { AuditListDialog } from '../../../lists/index.ts';
import type { StudyScope } from './mapping.queries.ts';

export function MappingAudit({ scope, onClose }: { scope: StudyScope; onClose: () => void }) {
  const { t } = useTranslation('syncRules');
  return (
    <AuditListDialog
      title={t('audit.title')}
      onClose={onClose}
      menuId="MU-ES-MR-AT"
      call={listMappingAudit}
      exportCall={exportMappingAudit}
      params={scope}
      of={scope.studyKey}
      empty={t('audit.none')}
    />
  );
}
