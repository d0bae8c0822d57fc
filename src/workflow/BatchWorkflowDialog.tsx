/** Leads several cases on: where to, what would become of each, and then each done or refused by itself. */
import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  routableOf,
  type BatchTarget,
  type Validation,
} from '../../machines/batch-workflow/batchWorkflow.machine.ts';
import { EMPTY_ROUTING, type RoutingDraft } from '../../machines/workflow-routing/workflowRouting.machine.ts';
import { listBatchWorkflowUsers } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { Dialog, EmptyState } from '../components/index.ts';
import { Notice } from '../feedback/Notice.tsx';
import { failureText } from '../feedback/showFailure.ts';
import { useMay } from '../session/sessionStore.ts';
import { BatchCases } from './BatchCases.tsx';
import { BatchConfirm } from './BatchConfirm.tsx';
import { RoutingForm } from './RoutingForm.tsx';
import { useBatch } from './useBatch.ts';

/** wide enough for the table of the cases */
const WIDTH_PX = 900;

export interface BatchWorkflowDialogProps {
  caseKeys: readonly number[];
  /** `changed`: a case was routed, or may have been, so its data must be read again */
  onClose: (changed: boolean) => void;
}

export function BatchWorkflowDialog({ caseKeys, onClose }: BatchWorkflowDialogProps) {
  const { t } = useTranslation(['workflow', 'components']);
  const mayOverride = useMay('EDIT.ADMIN');
  const [state, send] = useBatch(caseKeys, mayOverride);
  const { seen, target, judged, outcomes, unanswered, waiting, stopping, error } = state.context;
  const running = state.matches('running');
  const close = () => onClose(error !== null || outcomes.some(({ refusal }) => refusal === null));
  const total = outcomes.length + waiting.length;
  return (
    <Dialog
      onClose={close}
      closeOnClickOutside={false}
      busy={running}
      size={WIDTH_PX}
      title={t('batch.title', { count: caseKeys.length })}
    >
      <Stack gap="sm">
        {(state.matches('opening') || state.matches('validating')) && (
          <Group gap="xs" role="status">
            <Loader size="sm" aria-hidden />
            {t('batch.looking')}
          </Group>
        )}
        {error !== null && (
          <Notice tone="error" role="alert">
            {failureText(error)}
          </Notice>
        )}
        {state.matches('unopened') && (
          <Group justify="flex-end">
            <Button onClick={() => send({ type: 'retry.requested' })}>{t('batch.retry')}</Button>
          </Group>
        )}
        {state.matches('choosing') && seen && (
          <Choosing
            seen={seen}
            target={target}
            mayOverride={mayOverride}
            onTarget={(next) => send({ type: 'target.chosen', target: next })}
            onCancel={close}
          />
        )}
        {state.matches('confirming') && judged && (
          <BatchConfirm
            judged={judged}
            onBack={() => send({ type: 'back' })}
            onConfirm={(signature) => send({ type: 'confirmed', signature })}
          />
        )}
        {running && (
          <Stack gap="xs">
            <Text size="sm" role="status">
              {t(stopping ? 'batch.stopping' : 'batch.running', { done: outcomes.length, total })}
            </Text>
            <Progress value={(outcomes.length / total) * 100} aria-label={t('batch.progress')} />
            <Group justify="flex-end">
              <Button variant="default" disabled={stopping} onClick={() => send({ type: 'stop.requested' })}>
                {t('batch.stop')}
              </Button>
            </Group>
          </Stack>
        )}
        {state.matches('done') && judged && (
          <>
            <Text role="status">
              {t('batch.done', { count: outcomes.filter(({ refusal }) => refusal === null).length })}
            </Text>
            <BatchCases judged={judged} outcomes={outcomes} unanswered={unanswered} />
            <Group justify="flex-end">
              <Button onClick={close} data-autofocus>
                {t('components:close')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

interface ChoosingProps {
  seen: Validation;
  /** chosen before, and gone back from */
  target: BatchTarget | null;
  mayOverride: boolean;
  onTarget: (target: BatchTarget) => void;
  onCancel: () => void;
}

function Choosing({ seen, target, mayOverride, onTarget, onCancel }: ChoosingProps) {
  const { t } = useTranslation('workflow');
  const places = new Set(seen.listInfo.flatMap(({ current }) => current?.workflowLabel ?? []));
  const refused = seen.listInfo.length - routableOf(seen).length;
  if (routableOf(seen).length === 0)
    return (
      <>
        <EmptyState title={t('batch.none')} />
        <BatchCases judged={seen} outcomes={[]} />
      </>
    );
  return (
    <>
      {refused > 0 && <Notice tone="warning">{t('batch.someCannot', { count: refused })}</Notice>}
      <RoutingForm
        current={[...places].join(', ')}
        steps={seen.workflows}
        staying={seen.staying}
        override={mayOverride && seen.listInfo.some(({ overrides }) => overrides) ? 'optional' : 'no'}
        draft={target ? draftOf(target) : undefined}
        okLabel={t('batch.check')}
        loadUsers={async (roleId) => {
          const { listInfo } = await call(listBatchWorkflowUsers, { params: { roleId } });
          return listInfo;
        }}
        onSend={({ comments, overrideReason, signature: _, ...workflowInfo }) => {
          onTarget({ workflowInfo, comments, ...(overrideReason !== '' && { overrideReason }) });
          return Promise.resolve();
        }}
        onCancel={onCancel}
      />
    </>
  );
}

const draftOf = ({ workflowInfo, comments, overrideReason = '' }: BatchTarget): RoutingDraft => ({
  ...EMPTY_ROUTING,
  ...workflowInfo,
  comments,
  overrideReason,
});
