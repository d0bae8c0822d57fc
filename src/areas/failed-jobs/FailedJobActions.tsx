/** What an operator can do with the chosen jobs; a button that does nothing says why. */
import { Group } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ConfirmDialog,
  GuardedButton,
  ReasonDialog,
  showError,
  showInfo,
  showSuccess,
} from '../../components/index.ts';
import type { ListHandle } from '../../lists/index.ts';
import { decideJobs, type JobDecision } from './decideJobs.ts';

type Decision = 'retry' | 'discard';

export function FailedJobActions({ state: { selected, clear, refresh } }: { state: ListHandle }) {
  const { t } = useTranslation('failedJobs');
  const [open, setOpen] = useState<Decision | null>(null);
  /** a second click before the next drawing would decide the jobs again */
  const isUnderWay = useRef(false);
  const deciding = useMutation({
    mutationFn: decideJobs,
    onSuccess: ({ done, alreadyDecided, refused }, { reason }) => {
      setOpen(null);
      clear();
      if (done > 0) showSuccess(t(reason === null ? 'retried' : 'discarded', { count: done }));
      if (alreadyDecided > 0) showInfo(t('alreadyDecided', { count: alreadyDecided }));
      for (const [answer, count] of refused) showError(t('refused', { count, answer }));
    },
    onSettled: () => {
      isUnderWay.current = false;
      return refresh();
    },
  });
  const count = selected.length;
  const why = count === 0 ? t('choose') : null;
  const decide = (reason: JobDecision['reason']) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    deciding.mutate({ jobKeys: selected.map(({ rowKey }) => Number(rowKey)), reason });
  };
  return (
    <>
      <Group role="toolbar" aria-label={t('actions')} gap={6}>
        <GuardedButton
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          why={why}
          onClick={() => setOpen('retry')}
        >
          {t('retry')}…
        </GuardedButton>
        <GuardedButton
          variant="default"
          leftSection={<IconTrash size={15} aria-hidden />}
          why={why}
          onClick={() => setOpen('discard')}
        >
          {t('discard')}…
        </GuardedButton>
      </Group>
      <ConfirmDialog
        opened={open === 'retry'}
        title={t('retryTitle', { count })}
        message={t('retryText')}
        confirmLabel={t('retry')}
        onConfirm={() => decide(null)}
        onCancel={() => setOpen(null)}
      />
      <ReasonDialog
        opened={open === 'discard'}
        title={t('discardTitle', { count })}
        note={t('discardText')}
        pending={deciding.isPending}
        confirmLabel={t('discard')}
        onConfirm={decide}
        onCancel={() => setOpen(null)}
      />
    </>
  );
}
