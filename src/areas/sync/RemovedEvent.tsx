/** The source removed an event of a case: the case is nullified, or it stays with a remark. Never by itself. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decideRemovedEvent, type SyncItem } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ReasonDialog, showSuccess, useDialog } from '../../components/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { useRefreshList } from '../../lists/index.ts';
import { EVENTS } from './syncLists.ts';
import { useSyncScope } from './useSyncScope.ts';

type Decision = 'nullify' | 'keep';

export function RemovedEvent({ item, onDecided }: { item: SyncItem; onDecided: () => void }) {
  const { t } = useTranslation('sync');
  const scope = useSyncScope();
  const refresh = useRefreshList(EVENTS);
  const dialog = useDialog<Decision, string>({
    carryOut: async (decision, REASON) => {
      await call(decideRemovedEvent, {
        params: { ...scope, eventKey: item.EVENT_KEY },
        body: { decision, REASON },
      });
    },
    afterwards: (decision) => {
      showSuccess(t(`removed.done.${decision}`, { caseNo: item.CASE_NO }));
      void refresh();
      onDecided();
    },
  });
  const decision = dialog.subject;
  return (
    <Notice tone="warning" title={t('removed.title', { term: item.AETERM, caseNo: item.CASE_NO })}>
      <Group gap="xs" mt={4}>
        <Button variant="default" size="compact-sm" onClick={() => dialog.show('nullify')}>
          {t('removed.nullify')}…
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => dialog.show('keep')}>
          {t('removed.keep')}…
        </Button>
      </Group>
      <ReasonDialog
        {...reasonProps(dialog)}
        opened={decision !== null}
        title={t(`removed.${decision ?? 'keep'}`)}
      />
    </Notice>
  );
}
