/** Decides about the chosen differences, with a comment. */
import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decideReconciliation, MAX_SYNC_COMMENT } from '../../../shared/contract/index.ts';
import { SYNC_DECISIONS, type SyncDecision } from '../../../shared/sync/syncEvent.ts';
import { call } from '../../api/index.ts';
import { Dialog, GuardedButton, showSuccess, SubmitForm, useHeldDialog } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import type { ListHandle } from '../../lists/index.ts';
import { useSyncScope } from './useSyncScope.ts';

export function DecideDifferences({ list }: { list: ListHandle }) {
  const { t } = useTranslation('sync');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <GuardedButton
        variant="default"
        why={list.selected.length === 0 ? t('reconcile.choose') : null}
        onClick={() => setOpened(true)}
      >
        {t('reconcile.decide')}…
      </GuardedButton>
      {opened && (
        <Dialog onClose={close} title={t('reconcile.title', { count: list.selected.length })} size="md">
          <DecisionForm list={list} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function DecisionForm({ list, onDone }: { list: ListHandle; onDone: () => void }) {
  const { t } = useTranslation('sync');
  const scope = useSyncScope();
  const [decision, setDecision] = useState<SyncDecision>('accepted');
  const [comment, setComment] = useState('');
  const decide = useMutation({
    mutationFn: () =>
      call(decideReconciliation, {
        params: scope,
        body: { subjects: list.selected.map(({ rowKey }) => rowKey), decision, comment },
      }),
    meta: { ownFailure: true },
    onSuccess: async ({ decided }) => {
      showSuccess(t('reconcile.decided', { count: decided }));
      list.clear();
      onDone();
      await list.refresh();
    },
  });
  useHeldDialog(decide.isPending);
  return (
    <SubmitForm onSubmit={() => decide.mutate()}>
      <Stack gap="sm">
        <NativeSelect
          label={t('reconcile.decision')}
          data={SYNC_DECISIONS.map((value) => ({ value, label: t(`decisions.${value}`) }))}
          value={decision}
          onChange={({ currentTarget: { value } }) =>
            setDecision(SYNC_DECISIONS.find((one) => one === value) ?? 'open')
          }
        />
        <Textarea
          label={t('reconcile.comment')}
          maxLength={MAX_SYNC_COMMENT}
          autosize
          minRows={3}
          value={comment}
          onChange={({ currentTarget: { value } }) => setComment(value)}
          error={decide.error ? failureText(decide.error) : undefined}
        />
        <Button type="submit" loading={decide.isPending}>
          {t('reconcile.decide')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
