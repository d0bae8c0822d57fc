/** The configured steps and routes as a drawing, and the same as a table behind it; both from what the guard reads. */
import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownsIn, stepOf, stepsAfter, type WorkflowPlan } from '../../shared/workflow/plan.ts';
import { durationText } from '../../shared/workflow/durationText.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { DataTable } from '../components/index.ts';
import { marksOf, WorkflowDrawing } from './WorkflowDrawing.tsx';
import type { Step } from './workflow.types.ts';
import classes from './workflow.module.css';

export interface WorkflowChartProps {
  plan: WorkflowPlan<Step>;
  /** key of the step a case is in; null: of no case */
  current: string | null;
}

export function WorkflowChart({ plan, current }: WorkflowChartProps) {
  const { t } = useTranslation('workflow');
  const [roleId, setRoleId] = useState<number | null>(null);
  const roles = new Map(
    plan.steps.flatMap((step) => step.roles.map(({ ROLE_ID, ROLE_NAME }) => [ROLE_ID, ROLE_NAME])),
  );
  /** May holders of the role that is looked at lead a case on from here? */
  const mayRoute = (workflowKey: string): boolean => {
    const step = stepOf(plan, workflowKey);
    return roleId === null || (step !== undefined && ownsIn(step, roleId));
  };
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('chart.asRole')}
        maw={280}
        value={roleId ?? ''}
        data={[
          { value: '', label: t('chart.allRoles') },
          ...[...roles].map(([id, name]) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => setRoleId(value === '' ? null : Number(value))}
      />
      <div className={classes.chartAndTable}>
        <WorkflowDrawing plan={plan} current={current} isActive={mayRoute} />
        <StepTable plan={plan} current={current} mayRoute={roleId === null ? null : mayRoute} />
      </div>
    </Stack>
  );
}

interface StepTableProps extends WorkflowChartProps {
  /** null: no role is looked at */
  mayRoute: ((workflowKey: string) => boolean) | null;
}

function StepTable({ plan, current, mayRoute }: StepTableProps) {
  const { t } = useTranslation('workflow');
  const { language } = useRouteContext();
  const timeOf = (hours: number | null) =>
    hours === null ? t('chart.noTime') : durationText(hours, language);
  const mayRouteColumn = {
    key: 'leads',
    label: t('chart.leads'),
    render: ({ workflowKey }: Step) => t(mayRoute?.(workflowKey) ? 'yes' : 'no'),
  };
  return (
    <div className={classes.table}>
      <DataTable
        label={t('chart.table')}
        rows={plan.steps}
        rowKey={({ workflowKey }) => workflowKey}
        columns={[
          {
            key: 'step',
            label: t('chart.step'),
            render: ({ workflowKey, workflowLabel }) =>
              workflowKey === current ? t('chart.here', { step: workflowLabel }) : workflowLabel,
          },
          {
            key: 'to',
            label: t('chart.to'),
            render: ({ workflowKey }) =>
              stepsAfter(plan, workflowKey)
                .map(({ workflowLabel }) => workflowLabel)
                .join(', '),
          },
          {
            key: 'roles',
            label: t('chart.roles'),
            render: ({ roles }) => roles.map(({ ROLE_NAME }) => ROLE_NAME).join(', '),
          },
          ...(mayRoute ? [mayRouteColumn] : []),
          {
            key: 'due',
            label: t('chart.due'),
            render: ({ dueDays }) => (dueDays === null ? t('due.none') : t('chart.days', { count: dueDays })),
          },
          ...(['normal', 'maximum'] as const).map((limit) => ({
            key: limit,
            label: t(`chart.${limit}`),
            render: (step: Step) => timeOf(step[`${limit}Hours`]),
          })),
          {
            key: 'marks',
            label: t('chart.rules'),
            render: (step) =>
              marksOf(step)
                .map((mark) => t(`marks.${mark}`))
                .join(', '),
          },
        ]}
      />
    </div>
  );
}
