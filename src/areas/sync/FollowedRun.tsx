/** Follows a run that goes on by itself, and says how it ended. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncRun } from '../../../shared/contract/index.ts';
import { showError, showSuccess } from '../../components/index.ts';
import { useRefreshList } from '../../lists/index.ts';
import { problemText } from './problemText.ts';
import { runQuery } from './sync.queries.ts';
import { EVENTS } from './syncLists.ts';
import { useSyncScope } from './useSyncScope.ts';

export function FollowedRun({ runKey, onEnd }: { runKey: string; onEnd: () => void }) {
  const { t } = useTranslation('sync');
  const run = useQuery(runQuery(useSyncScope(), runKey)).data;
  const refresh = useRefreshList(EVENTS);
  const state = run?.state;
  useEffect(() => {
    // the rows are in progress now, and something else when the run ends
    if (state) void refresh();
    if (!run || state === 'committing') return;
    report(run);
    onEnd();
    // once for each state
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [state]);
  const report = ({ events, caseNo, kind }: SyncRun) => {
    const failed = events.filter(({ outcome }) => outcome === 'failed');
    const done = events.filter(({ outcome }) => outcome === 'done').length;
    if (done > 0 && caseNo !== null)
      showSuccess(t(kind === 'new' ? 'run.new' : 'run.followUp', { count: done, caseNo }));
    else if (failed.length === 0) showSuccess(t('run.nothing'));
    for (const { term, problem } of failed)
      showError(t('run.failed', { term, why: problem ? problemText(t, problem) : '' }));
  };
  return null;
}
