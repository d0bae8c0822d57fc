/** The configured steps and routes as a drawing, and the same as a table behind it; both from what the guard reads. */
import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BOX, layoutChart, type ChartArrow } from '../../shared/workflow/chart.ts';
import { ownsIn, stepOf, stepsAfter, type WorkflowPlan } from '../../shared/workflow/plan.ts';
import { DataTable } from '../components/index.ts';
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
        <Drawing plan={plan} current={current} mayRoute={mayRoute} />
        <StepTable plan={plan} current={current} mayRoute={roleId === null ? null : mayRoute} />
      </div>
    </Stack>
  );
}

interface DrawingProps extends WorkflowChartProps {
  mayRoute: (workflowKey: string) => boolean;
}

function Drawing({ plan, current, mayRoute }: DrawingProps) {
  const { t } = useTranslation('workflow');
  const { width, height, boxes, arrows } = layoutChart(plan);
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      role="img"
      aria-label={t('chart.drawing')}
    >
      {arrows.map((arrow) => (
        <Arrow key={`${arrow.from} ${arrow.to}`} arrow={arrow} off={!mayRoute(arrow.from)} />
      ))}
      {boxes.map(({ step, x, y }) => (
        <g
          key={step.workflowKey}
          className={classes.box}
          data-current={step.workflowKey === current || undefined}
          data-off={!mayRoute(step.workflowKey) || undefined}
        >
          <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={4} />
          <foreignObject x={x} y={y} width={BOX.width} height={BOX.height}>
            <div className={classes.boxText}>
              <span>{step.workflowLabel}</span>
              <small>
                {marksOf(step)
                  .map((mark) => t(`marks.${mark}`))
                  .join(' · ')}
              </small>
            </div>
          </foreignObject>
        </g>
      ))}
    </svg>
  );
}

const Arrow = ({ arrow: { line, tip }, off }: { arrow: ChartArrow; off: boolean }) => (
  <g className={classes.arrow} data-off={off || undefined}>
    <path d={line} fill="none" />
    <path d={tip} />
  </g>
);

const MARKS = ['editable', 'fourEyes', 'approval'] as const;
const marksOf = (step: Step): (typeof MARKS)[number][] => MARKS.filter((mark) => step[mark]);

interface StepTableProps extends WorkflowChartProps {
  /** null: no role is looked at */
  mayRoute: DrawingProps['mayRoute'] | null;
}

function StepTable({ plan, current, mayRoute }: StepTableProps) {
  const { t } = useTranslation('workflow');
  const mayRouteColumn = {
    key: 'leads',
    label: t('chart.leads'),
    render: ({ workflowKey }: Step) => t(mayRoute?.(workflowKey) ? 'yes' : 'no'),
  };
  return (
    <div className={classes.table}>
      <DataTable
        label={t('chart.table')}
        wide
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
