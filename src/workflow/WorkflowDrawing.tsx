/** Steps and routes of a workflow as a drawing; steps can be selected in it. */
import { useTranslation } from 'react-i18next';
import { BOX, layoutChart, type ChartArrow } from '../../shared/workflow/chart.ts';
import type { WorkflowPlan, WorkflowStep } from '../../shared/workflow/plan.ts';
import classes from './workflow.module.css';

interface DrawnStep extends WorkflowStep {
  /** in the user's language */
  workflowLabel: string;
}

export interface WorkflowDrawingProps {
  plan: WorkflowPlan<DrawnStep>;
  /** key of the step that is marked: where a case is, or what is selected; null: none */
  current: string | null;
  /** shown solid or dashed; all are solid if left out */
  isActive?: (workflowKey: string) => boolean;
  /** makes the steps buttons */
  onSelect?: (workflowKey: string) => void;
}

export function WorkflowDrawing({ plan, current, isActive = () => true, onSelect }: WorkflowDrawingProps) {
  const { t } = useTranslation('workflow');
  const { width, height, boxes, arrows } = layoutChart(plan);
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      role={onSelect ? 'group' : 'img'}
      aria-label={t(onSelect ? 'chart.selectStep' : 'chart.drawing')}
    >
      {arrows.map((arrow) => (
        <Arrow key={`${arrow.from} ${arrow.to}`} arrow={arrow} off={!isActive(arrow.from)} />
      ))}
      {boxes.map(({ step, x, y }) => (
        <g
          key={step.workflowKey}
          className={classes.box}
          data-current={step.workflowKey === current || undefined}
          data-off={!isActive(step.workflowKey) || undefined}
        >
          <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={4} />
          <foreignObject x={x} y={y} width={BOX.width} height={BOX.height}>
            {onSelect ? (
              <button
                type="button"
                className={classes.boxText}
                aria-pressed={step.workflowKey === current}
                onClick={() => onSelect(step.workflowKey)}
              >
                <BoxText step={step} />
              </button>
            ) : (
              <div className={classes.boxText}>
                <BoxText step={step} />
              </div>
            )}
          </foreignObject>
        </g>
      ))}
    </svg>
  );
}

function BoxText({ step }: { step: DrawnStep }) {
  const { t } = useTranslation('workflow');
  return (
    <>
      <span>{step.workflowLabel}</span>
      <small>
        {marksOf(step)
          .map((mark) => t(`marks.${mark}`))
          .join(' · ')}
      </small>
    </>
  );
}

const Arrow = ({ arrow: { line, tip }, off }: { arrow: ChartArrow; off: boolean }) => (
  <g className={classes.arrow} data-off={off || undefined}>
    <path d={line} fill="none" />
    <path d={tip} />
  </g>
);

const MARKS = ['editable', 'fourEyes', 'approval'] as const;

/** Rules of a step that are worth a word. */
export const marksOf = (step: WorkflowStep): (typeof MARKS)[number][] => MARKS.filter((mark) => step[mark]);
