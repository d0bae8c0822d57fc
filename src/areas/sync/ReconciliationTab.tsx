/** Differences between the study and its cases, each with a decision; as a file for the data manager. */
import { useTranslation } from 'react-i18next';
import { exportReconciliation, listReconciliation } from '../../../shared/contract/index.ts';
import { List, type ListHandle } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { DecideDifferences } from './DecideDifferences.tsx';
import { DIFFERENCES } from './syncLists.ts';
import { useSyncScope } from './useSyncScope.ts';

const actions = (list: ListHandle) => <DecideDifferences list={list} />;

export function ReconciliationTab() {
  const { t } = useTranslation('sync');
  const { sponsorKey, studyKey } = useSyncScope();
  const mayEdit = useMay('EDIT.SYNC');
  return (
    <List
      menuId={DIFFERENCES}
      call={listReconciliation}
      exportCall={exportReconciliation}
      params={{ sponsorKey, studyKey }}
      label={t('reconciliation')}
      searchLabel={t('reconcile.search')}
      empty={t('reconcile.none')}
      {...(mayEdit && { selectable: true, actions })}
    />
  );
}
