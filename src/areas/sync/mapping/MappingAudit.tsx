/** What was changed in the rules of a study, newest first. */
import { useTranslation } from 'react-i18next';
import { exportMappingAudit, listMappingAudit } from '../../../../shared/contract/index.ts';
import { Dialog } from '../../../components/index.ts';
import { List } from '../../../lists/index.ts';
import type { StudyScope } from './mapping.queries.ts';

const WIDTH_PX = 1100;

export function MappingAudit({ scope, onClose }: { scope: StudyScope; onClose: () => void }) {
  const { t } = useTranslation('syncRules');
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={t('audit.title')}>
      <List
        menuId="MU-ES-MR-AT"
        call={listMappingAudit}
        exportCall={exportMappingAudit}
        params={scope}
        of={scope.studyKey}
        label={t('audit.title')}
        empty={t('audit.none')}
      />
    </Dialog>
  );
}
