/** Leads one case on, or hands it over inside its step. It stays open until the server agrees. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EMPTY_ROUTING,
  type RoutingAnswer,
} from '../../machines/workflow-routing/workflowRouting.machine.ts';
import { listWorkflowUsers, readWorkflow, routeCase, type DataOf } from '../../shared/contract/index.ts';
import { needsApproval } from '../../shared/workflow/plan.ts';
import { call } from '../api/index.ts';
import { Dialog, showSuccess } from '../components/index.ts';
import { RoutingForm } from './RoutingForm.tsx';
import type { CaseWorkflow } from './workflow.types.ts';

export interface RoutingDialogProps {
  caseKey: number;
  workflow: CaseWorkflow;
  /** the case stays in its step and is handed to another owner */
  stays: boolean;
  /** what the user should know before */
  note?: ReactNode;
  onClose: () => void;
  /** the case was routed, or another user routed it first: read its data again */
  onChanged: () => Promise<void>;
}

export function RoutingDialog({ caseKey, workflow, stays, note, onClose, onChanged }: RoutingDialogProps) {
  const { t } = useTranslation('workflow');
  const { current, steps, next, leadRefusal, mayOverride, handOverRefusal, mayHandOverInstead } = workflow;
  const { retrievedAt } = workflow;
  const [openedAt] = useState(retrievedAt);
  const instead = stays
    ? handOverRefusal !== null && mayHandOverInstead
    : leadRefusal !== null && mayOverride;
  const [onlyWay, another] = next;
  const route = async ({ comments, overrideReason, signature, ...workflowInfo }: RoutingAnswer) => {
    const body = {
      workflowInfo,
      comments,
      retrievedAt,
      ...(overrideReason !== '' && { overrideReason }),
      ...(signature && { signature }),
    };
    try {
      const state = await call(routeCase, { params: { caseKey }, body }).catch(async (error: unknown) => {
        const now = await routedSince(caseKey, { openedAt, comments, workflowKey: workflowInfo.workflowKey });
        if (now) return now;
        throw error;
      });
      showSuccess(stays ? t('isHandedOver') : t('routed', { step: state.workflowLabel }));
      onClose();
    } finally {
      await onChanged();
    }
  };
  return (
    <Dialog onClose={onClose} title={t(stays ? 'handOverTitle' : 'routeTitle')}>
      {note}
      <RoutingForm
        current={current.workflowLabel}
        steps={stays ? [] : steps.filter(({ workflowKey }) => next.includes(workflowKey))}
        {...(onlyWay !== undefined &&
          another === undefined && { draft: { ...EMPTY_ROUTING, workflowKey: onlyWay } })}
        {...(stays && {
          staying: steps.filter(({ workflowKey }) => workflowKey === current.workflowKey),
          draft: { ...EMPTY_ROUTING, workflowKey: current.workflowKey, stays },
        })}
        signedSteps={next.filter((to) => needsApproval(workflow, current.workflowKey, to))}
        override={instead ? 'required' : 'no'}
        okLabel={t('ok')}
        loadUsers={async (roleId) => {
          const { listInfo } = await call(listWorkflowUsers, { params: { caseKey, roleId } });
          return listInfo;
        }}
        onSend={route}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface Attempt {
  /** when the dialog was opened, by the clock of the server */
  openedAt: string;
  comments: string;
  workflowKey: string | null;
}

/** Where the case is, if an attempt whose answer was lost has led it there; null: none has, or nobody knows. */
async function routedSince(
  caseKey: number,
  { openedAt, comments, workflowKey }: Attempt,
): Promise<DataOf<typeof routeCase> | null> {
  try {
    const { listInfo, current } = await call(readWorkflow, { params: { caseKey } });
    const last = listInfo[0];
    const isOwn = last !== undefined && last.at > openedAt && last.comments.trim() === comments.trim();
    return isOwn && current.workflowKey === workflowKey ? current : null;
  } catch (error) {
    console.warn('what became of a case could not be read', error);
    return null;
  }
}
