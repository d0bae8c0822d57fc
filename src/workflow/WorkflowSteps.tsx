/** The steps of the workflow in a row, and which of them the case is in. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Step } from './workflow.types.ts';
import classes from './workflow.module.css';

export interface WorkflowStepsProps {
  steps: readonly Pick<Step, 'workflowKey' | 'workflowLabel'>[];
  /** where the case is */
  current: string;
}

export function WorkflowSteps({ steps, current }: WorkflowStepsProps) {
  const { t } = useTranslation('workflow');
  const at = steps.findIndex(({ workflowKey }) => workflowKey === current);
  return (
    <ol className={classes.steps} aria-label={t('steps')}>
      {steps.map(({ workflowKey, workflowLabel }, index) => (
        <li
          key={workflowKey}
          className={classes.step}
          aria-current={index === at ? 'step' : undefined}
          data-passed={index < at || undefined}
        >
          <span className={classes.number} aria-hidden>
            {index < at ? '✓' : index + 1}
          </span>
          {workflowLabel}
          {index === at && <VisuallyHidden> {t('isHere')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
