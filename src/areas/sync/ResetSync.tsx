/** Disconnects checked events from their cases; a reason is required. */
import { useTranslation } from 'react-i18next';
import { resetSync, type SyncItem } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { GuardedButton, ReasonDialog, showSuccess, useDialog } from '../../components/index.ts';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { useRefreshList } from '../../lists/index.ts';
import { EVENTS } from './syncLists.ts';
import { useSyncScope } from './useSyncScope.ts';

export function ResetSync({ items, onReset }: { items: readonly SyncItem[]; onReset: () => void }) {
  const { t } = useTranslation('sync');
  const scope = useSyncScope();
  const refresh = useRefreshList(EVENTS);
  const inCases = items.filter(({ SYNC, CASE_NO }) => CASE_NO !== null && SYNC !== 'progress');
  const dialog = useDialog<readonly SyncItem[], string>({
    carryOut: async (reset, REASON) => {
      const EVENT_KEYS = reset.map(({ EVENT_KEY }) => EVENT_KEY);
      await call(resetSync, { params: scope, body: { EVENT_KEYS, REASON } });
    },
    afterwards: (reset) => {
      showSuccess(t('reset.done', { count: reset.length }));
      void refresh();
      onReset();
    },
  });
  return (
    <>
      <GuardedButton
        variant="default"
        why={inCases.length === 0 ? t('reset.none') : null}
        onClick={() => dialog.show(inCases)}
      >
        {t('reset.button')}…
      </GuardedButton>
      <ReasonDialog
        {...reasonProps(dialog)}
        opened={dialog.subject !== null}
        title={t('reset.title', { count: dialog.subject?.length ?? 0 })}
        note={t('reset.note')}
        confirmLabel={t('reset.button')}
      />
    </>
  );
}
