/** Leads one case on. It stays open until the server agrees. */
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RoutingAnswer } from '../../machines/workflow-routing/workflowRouting.machine.ts';
import { listWorkflowUsers, routeCase } from '../../shared/contract/index.ts';
import { needsApproval } from '../../shared/workflow/plan.ts';
import { call } from '../api/index.ts';
import { showSuccess } from '../components/index.ts';
import { RoutingForm } from './RoutingForm.tsx';
import type { CaseWorkflow } from './workflow.types.ts';

export interface RoutingDialogProps {
  caseKey: number;
  workflow: CaseWorkflow;
  onClose: () => void;
  /** the case was led on, or somebody else may have been faster: what is shown of it has to be read anew */
  onChanged: () => Promise<void>;
}

export function RoutingDialog({ caseKey, workflow, onClose, onChanged }: RoutingDialogProps) {
  const { t } = useTranslation(['workflow', 'components']);
  const { current, steps, next, leadRefusal, mayOverride, retrievedAt } = workflow;
  const targets = steps.filter(({ workflowKey }) => next.includes(workflowKey));
  const route = async ({ comments, overrideReason, signature, ...workflowInfo }: RoutingAnswer) => {
    const body = {
      ...{ workflowInfo, comments, retrievedAt },
      ...(overrideReason !== '' && { overrideReason }),
      ...(signature && { signature }),
    };
    try {
      const place = await call(routeCase, { params: { caseKey }, body });
      showSuccess(t('routed', { step: place.workflowLabel }));
      onClose();
    } finally {
      await onChanged();
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('routeTitle')}
      closeButtonProps={{ 'aria-label': t('components:close') }}
    >
      <RoutingForm
        current={current.workflowLabel}
        steps={targets}
        signedSteps={next.filter((to) => needsApproval(workflow, current.workflowKey, to))}
        override={leadRefusal !== null && mayOverride ? 'required' : 'no'}
        okLabel={t('ok')}
        loadUsers={async (roleId) => {
          const { listInfo } = await call(listWorkflowUsers, { params: { caseKey, roleId } });
          return listInfo;
        }}
        onSend={route}
        onCancel={onClose}
      />
    </Modal>
  );
}
