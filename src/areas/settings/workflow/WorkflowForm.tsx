/** The workflow of the sponsor, edited on its drawing: a step is selected there and described beside it. */
import { Alert, Group, List, Stack, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveWorkflowSettings } from '../../../../shared/contract/index.ts';
import {
  FIRST_STEP,
  MAX_STEPS,
  planChanges,
  planProblems,
  unreachedSteps,
  type EditedPlan,
} from '../../../../shared/workflow/planEdit.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { GuardedButton } from '../../../components/index.ts';
import { WorkflowDrawing } from '../../../workflow/index.ts';
import classes from '../settings.module.css';
import type { WorkflowSettings } from '../settings.queries.ts';
import { useSaveWithReason } from '../useSaveWithReason.tsx';
import { addStep, canMove, moveStep, removeStep } from './planDraft.ts';
import { PlanChanges } from './PlanChanges.tsx';
import { StepFields } from './StepFields.tsx';
import { useStepLabel } from './useStepLabel.ts';

export interface WorkflowFormProps {
  settings: WorkflowSettings;
  readOnly: boolean;
  onDiscard: () => void;
}

export function WorkflowForm({ settings, readOnly, onDiscard }: WorkflowFormProps) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const labelOf = useStepLabel();
  const { setAt, roles } = settings;
  const [plan, setPlan] = useState<EditedPlan>(() => writable(settings));
  const [selected, select] = useState(FIRST_STEP);
  const problems = planProblems(plan, settings, roles);
  const changes = planChanges(
    settings,
    plan,
    (roleId) => roles.find((role) => role.roleId === roleId)?.name ?? '',
  );
  const dirty = changes.length > 0;
  const { ask, dialog } = useSaveWithReason({
    dirty,
    onDiscard,
    store: (reason) =>
      call(saveWorkflowSettings, { params: { sponsorKey }, body: { reason, setAt, ...writable(plan) } }),
    note: <PlanChanges changes={changes} plan={plan} settings={settings} />,
  });
  const step = plan.steps.find(({ workflowKey }) => workflowKey === selected);
  // those of the selected step are at its fields
  const elsewhere = problems.filter((problem) => problem.step !== selected);
  const steps = plan.steps.map((one, index) => ({
    ...one,
    workflowLabel: labelOf(one),
    sort: index + 1,
    saved: index === 0,
    roles: one.roleIds.map((ROLE_ID) => ({ ROLE_ID })),
  }));
  const edits = { plan, settings, problems, readOnly, onChange: setPlan };
  return (
    <section aria-labelledby="workflow" className={classes.section}>
      <Stack>
        <Title order={2} id="workflow">
          {t('workflow.title')}
        </Title>
        <Switch
          label={t('workflow.use')}
          description={t('workflow.useHelp')}
          checked={plan.useWorkflow}
          disabled={readOnly}
          onChange={({ currentTarget: { checked } }) => setPlan({ ...plan, useWorkflow: checked })}
        />
        <Problems
          color="red"
          texts={elsewhere.map(({ id, cases: count, step: key }) => {
            const named = [...plan.steps, ...settings.steps].find(({ workflowKey }) => workflowKey === key);
            const label = named && labelOf(named);
            const problem = t(`workflow.problems.${id}`, { count, most: MAX_STEPS, step: label });
            return label !== undefined && isHere(plan, key)
              ? t('workflow.problemOf', { step: label, problem })
              : problem;
          })}
        />
        <Problems
          color="yellow"
          texts={steps
            .filter(({ workflowKey }) => unreachedSteps(plan).includes(workflowKey))
            .map(({ workflowLabel }) => t('workflow.unreached', { step: workflowLabel }))}
        />
        <div className={classes.chartAndStep}>
          <WorkflowDrawing plan={{ ...plan, steps }} current={selected} onSelect={select} />
          {step && (
            <Stack gap="sm" className={classes.step}>
              {!readOnly && <StepActions {...edits} selected={selected} onSelect={select} />}
              <StepFields key={selected} {...edits} step={step} />
            </Stack>
          )}
        </div>
        {!readOnly && (
          <Group justify="flex-end">
            <GuardedButton
              why={problems.length > 0 ? t('workflow.faulty') : dirty ? null : t('unchanged')}
              onClick={ask}
            >
              {t('workflow.save')}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      {dialog}
    </section>
  );
}

const isHere = ({ steps }: EditedPlan, key: string | null): boolean =>
  steps.some(({ workflowKey }) => workflowKey === key);

const writable = ({ useWorkflow, steps, routes }: EditedPlan) => ({
  useWorkflow,
  steps: steps.map((step) => ({ ...step, roleIds: [...step.roleIds], alarmRoleIds: [...step.alarmRoleIds] })),
  routes: [...routes],
});

function Problems({ texts, color }: { texts: readonly string[]; color: string }) {
  if (texts.length === 0) return null;
  return (
    <Alert color={color} role={color === 'red' ? 'alert' : 'status'}>
      <List size="sm">
        {texts.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface StepActionsProps {
  plan: EditedPlan;
  settings: WorkflowSettings;
  selected: string;
  onSelect: (workflowKey: string) => void;
  onChange: (plan: EditedPlan) => void;
}

/** What can be done with the selected step as a whole. */
function StepActions({ plan, settings, selected, onSelect, onChange }: StepActionsProps) {
  const { t } = useTranslation('settings');
  const casesHere = settings.cases.find(({ workflowKey }) => workflowKey === selected)?.cases ?? 0;
  const whyNotRemoved =
    selected === FIRST_STEP
      ? t('workflow.problems.firstStep')
      : casesHere > 0
        ? t('workflow.holdsCases', { count: casesHere })
        : null;
  return (
    <Group gap="xs" role="group" aria-label={t('workflow.actions')}>
      <GuardedButton
        variant="default"
        size="xs"
        why={plan.steps.length < MAX_STEPS ? null : t('workflow.problems.tooMany', { most: MAX_STEPS })}
        onClick={() => {
          const { plan: next, key } = addStep(plan, selected);
          onChange(next);
          onSelect(key);
        }}
      >
        {t('workflow.add')}
      </GuardedButton>
      {([-1, 1] as const).map((by) => (
        <GuardedButton
          key={by}
          variant="default"
          size="xs"
          why={canMove(plan, selected, by) ? null : t('workflow.cannotMove')}
          onClick={() => onChange(moveStep(plan, selected, by))}
        >
          {t(by < 0 ? 'workflow.up' : 'workflow.down')}
        </GuardedButton>
      ))}
      <GuardedButton
        variant="default"
        size="xs"
        why={whyNotRemoved}
        onClick={() => {
          onChange(removeStep(plan, selected));
          onSelect(FIRST_STEP);
        }}
      >
        {t('workflow.remove')}
      </GuardedButton>
    </Group>
  );
}
