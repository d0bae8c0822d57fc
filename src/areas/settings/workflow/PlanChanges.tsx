/** What a save will change in the workflow, step by step, with the cases that stand in each. */
import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { durationText } from '../../../../shared/workflow/durationText.ts';
import { FLAG_PARTS, type EditedPlan, type PlanChange } from '../../../../shared/workflow/planEdit.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { WorkflowSettings } from '../settings.queries.ts';
import { useStepLabel } from './useStepLabel.ts';

export interface PlanChangesProps {
  changes: readonly PlanChange[];
  plan: EditedPlan;
  settings: WorkflowSettings;
}

const TIMES: readonly string[] = ['normalHours', 'maximumHours'];

export function PlanChanges({ changes, plan, settings }: PlanChangesProps) {
  const { t } = useTranslation('settings');
  const { language } = useRouteContext();
  const labelOf = useStepLabel();
  const textOf = (part: PlanChange['part'], value: string): string => {
    if (value === '') return t('workflow.nothing');
    if (TIMES.includes(part)) return durationText(Number(value), language);
    return FLAG_PARTS.includes(part) ? t(value === 'Y' ? 'workflow.yes' : 'workflow.no') : value;
  };
  return (
    <Stack gap="xs">
      {[...new Set(changes.map(({ step }) => step))].map((key) => {
        const step = [...plan.steps, ...settings.steps].find(({ workflowKey }) => workflowKey === key);
        const count = settings.cases.find(({ workflowKey }) => workflowKey === key)?.open ?? 0;
        return (
          <div key={key}>
            <Text fw={600}>
              {step === undefined
                ? t('workflow.whole')
                : count === 0
                  ? labelOf(step)
                  : t('workflow.touches', { step: labelOf(step), count })}
            </Text>
            <List size="sm">
              {changes
                .filter((change) => change.step === key)
                .map(({ part, was, is }) => (
                  <List.Item key={part}>
                    {t('workflow.change', {
                      part: t(`workflow.parts.${part}`),
                      was: textOf(part, was),
                      is: textOf(part, is),
                    })}
                  </List.Item>
                ))}
            </List>
          </div>
        );
      })}
    </Stack>
  );
}
