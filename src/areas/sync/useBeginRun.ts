/** Sync: is the first checked row done? Then the run is begun. The dialog closes afterwards, whatever the outcome. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { newUuid } from '../../browser/newUuid.ts';
import { checkSyncProgress, syncEvents, type BodyOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { showError } from '../../components/index.ts';
import { useRefreshList } from '../../lists/index.ts';
import { followRun } from './followRun.ts';
import { EVENTS } from './syncLists.ts';
import { useSyncScope } from './useSyncScope.ts';

export interface RunDecisions {
  target: number | null | undefined;
  /** CCYYMMDD */
  mostRecent: string;
  overwrite: readonly string[];
  /** of the dry run; undefined: there is none yet */
  seen: string | undefined;
}

interface NewRun extends RunDecisions {
  checked: BodyOf<typeof syncEvents>['SUBJ_SYNC'];
}

export function useBeginRun(subject: number, onClose: () => void) {
  const { t } = useTranslation('sync');
  const scope = useSyncScope();
  const queries = useQueryClient();
  const refresh = useRefreshList(EVENTS);
  return useMutation({
    mutationFn: async ({ checked, target, mostRecent, overwrite, seen }: NewRun) => {
      const listInfo = checked
        .slice(0, 1)
        .map(({ AESEQ, SCHD_KEY, SUBJ_KEY }) => ({ aeSeq: AESEQ, schdKey: SCHD_KEY, subjKey: SUBJ_KEY }));
      const progress = await call(checkSyncProgress, { params: scope, body: { listInfo } });
      if (!progress.done) {
        showError(t('why.progress'));
        return null;
      }
      return call(syncEvents, {
        params: { ...scope, subjectKey: subject },
        body: {
          RUN_KEY: newUuid(),
          SUBJ_KEY: subject,
          SUBJ_SYNC: checked,
          ...(target !== undefined && { TARGET: target }),
          MOST_RECENT: mostRecent,
          OVERWRITE: [...overwrite],
          ...(seen !== undefined && { SEEN: seen }),
        },
      });
    },
    onSuccess: (run) => {
      if (run) followRun(queries, t, { scope, runKey: run.runKey, refresh });
      void refresh();
    },
    onSettled: onClose,
  });
}
