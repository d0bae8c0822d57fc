/** Steps and routes of a workflow as a drawing; steps can be selected in it. */
import { useTranslation } from 'react-i18next';
import { durationText } from '../../shared/workflow/durationText.ts';
import type { WorkflowPlan, WorkflowStep } from '../../shared/workflow/plan.ts';
import type { StepLimit } from '../../shared/workflow/stepTime.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { StepDrawing } from '../components/index.ts';

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
  const { language } = useRouteContext();
  const steps = plan.steps
    .toSorted((one, other) => one.sort - other.sort)
    .map((step) => ({
      key: step.workflowKey,
      label: step.workflowLabel,
      note: marksOf(step)
        .map((mark) => t(`marks.${mark}`))
        .join(' · '),
      time: LIMITS.flatMap((limit) => {
        const hours = step[`${limit}Hours`];
        return hours === null ? [] : t(`chart.inBox.${limit}`, { time: durationText(hours, language) });
      }).join(' · '),
      off: !isActive(step.workflowKey),
    }));
  return (
    <StepDrawing
      label={t(onSelect ? 'chart.selectStep' : 'chart.drawing')}
      steps={steps}
      routes={plan.routes}
      current={current === null ? [] : [current]}
      {...(onSelect && { onSelect })}
    />
  );
}

const LIMITS = ['normal', 'maximum'] as const satisfies readonly StepLimit[];

const MARKS = ['editable', 'fourEyes', 'approval'] as const;

/** Rules of a step that are worth a word. */
export const marksOf = (step: WorkflowStep): (typeof MARKS)[number][] => MARKS.filter((mark) => step[mark]);
