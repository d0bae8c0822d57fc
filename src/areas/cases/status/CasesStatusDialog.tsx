/** Review, lock or deletion of the chosen cases: what would happen, why, how far it is, and what became of each. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notDone } from '../../../../machines/bulk-status/bulkStatus.machine.ts';
import { Dialog, LoadingArea } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { failureText } from '../../../feedback/showFailure.ts';
import { CasesTable } from './CasesTable.tsx';
import { StatusForm } from './StatusForm.tsx';
import { useBulkStatus, type StatusRequest } from './useBulkStatus.ts';

const WIDTH_PX = 720;

export interface CasesStatusDialogProps {
  request: StatusRequest;
  /** chosen in the list, with what it calls them */
  cases: readonly { caseKey: number; name: string }[];
  /** called after a change: reads the list again */
  onDone: () => Promise<void>;
  onClose: () => void;
}

export function CasesStatusDialog({ request, cases, onDone, onClose }: CasesStatusDialogProps) {
  const { t } = useTranslation('cases');
  const { statusId, status } = request;
  const queries = useQueryClient();
  const [state, send] = useBulkStatus(
    request,
    cases.map(({ caseKey }) => caseKey),
  );
  const { checked, outcomes, waiting, unanswered, possible, stopping, error } = state.context;
  const nameOf = (key: number) => cases.find(({ caseKey }) => caseKey === key)?.name ?? String(key);
  const inRound = new Set(state.context.caseKeys);
  const sending = state.matches('sending');
  const lookingAgain = state.matches('looking') && error !== null;
  // until something was done the form stays: a wrong password, or a lost answer, loses none of it
  const confirming = state.matches('previewing') || lookingAgain || (sending && waiting.length === possible);
  const finished = state.matches('finished');
  const mayBeDone = finished || error !== null;
  useEffect(() => {
    if (!mayBeDone) return;
    // cached data of the cases is outdated
    void Promise.all([
      onDone(),
      queries.invalidateQueries({ queryKey: ['case'] }),
      queries.invalidateQueries({ queryKey: ['pageContent'] }),
    ]);
  }, [mayBeDone, onDone, queries]);
  return (
    <Dialog size={WIDTH_PX} title={t(`bulk.title.${statusId}.${status}`)} onClose={onClose} busy={sending}>
      {state.matches('looking') && <LoadingArea label={t('bulk.looking')} />}
      {state.matches('unseen') && (
        <FailedArea kind="panel" error={error} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      {confirming && (
        <StatusForm
          request={request}
          cases={checked.filter(({ caseKey }) => inRound.has(caseKey))}
          possible={possible}
          nameOf={nameOf}
          problem={error ? failureText(error) : null}
          pending={sending || lookingAgain}
          onConfirm={(answer) => send({ type: 'status.confirmed', answer })}
          onCancel={onClose}
        />
      )}
      {sending && !confirming && (
        <Stack gap="sm">
          <Text role="status">
            {t('bulk.progress', { done: possible - waiting.length, count: possible })}
          </Text>
          <Progress
            aria-label={t(`bulk.title.${statusId}.${status}`)}
            value={(100 * (possible - waiting.length)) / possible}
          />
          <Group justify="flex-end">
            <Button
              variant="default"
              data-autofocus
              disabled={stopping}
              onClick={() => send({ type: 'stop.requested' })}
            >
              {t(stopping ? 'bulk.stopping' : 'bulk.stop')}
            </Button>
          </Group>
        </Stack>
      )}
      {finished && (
        <Finished
          done={outcomes.filter(({ refusal }) => !refusal).length}
          open={notDone(state.context).length}
          unanswered={unanswered.length}
          problem={error ? failureText(error) : null}
          onRetry={() => send({ type: 'retry.requested' })}
          onClose={onClose}
        >
          <CasesTable cases={checked} outcomes={outcomes} unanswered={unanswered} nameOf={nameOf} />
        </Finished>
      )}
    </Dialog>
  );
}

interface FinishedProps {
  done: number;
  /** refused, not tried, or without an answer */
  open: number;
  unanswered: number;
  /** why it was broken off */
  problem: string | null;
  onRetry: () => void;
  onClose: () => void;
  children: ReactNode;
}

function Finished({ done, open, unanswered, problem, onRetry, onClose, children }: FinishedProps) {
  const { t } = useTranslation('cases');
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        {t('bulk.doneCount', { count: done })}
        {open > unanswered && `, ${t('bulk.notDoneCount', { count: open - unanswered })}`}
        {unanswered > 0 && `, ${t('bulk.unansweredCount', { count: unanswered })}`}
      </Text>
      {problem && (
        <Text role="alert" c="red">
          {problem}
        </Text>
      )}
      {children}
      <Group justify="flex-end" gap="xs">
        {open > 0 && (
          <Button variant="default" onClick={onRetry}>
            {t('bulk.retry', { count: open })}
          </Button>
        )}
        <Button autoFocus onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </Group>
    </Stack>
  );
}
