/** How long a case normally stays in a step, and at most; and who gets the alarm then. */
import { Fieldset, Group, Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_DUE_DAYS,
  MAX_STEP_HOURS,
  type EditedStep,
  type PlanField,
} from '../../../../shared/workflow/planEdit.ts';
import { daysAndHours, HOURS_OF_DAY } from '../../../../shared/workflow/stepTime.ts';
import { WholeNumberField } from '../../../components/index.ts';
import type { WorkflowSettings } from '../settings.queries.ts';
import { Choices } from './Choices.tsx';

export interface StepTimeFieldsProps {
  step: EditedStep;
  roles: WorkflowSettings['roles'];
  problemOf: (field: PlanField) => string | undefined;
  readOnly: boolean;
  onChange: (more: Partial<EditedStep>) => void;
}

const OWNER = 'owner';
const LIMITS = [
  { field: 'normalHours', words: 'workflow.time.normal' },
  { field: 'maximumHours', words: 'workflow.time.maximum' },
] as const;

export function StepTimeFields({ step, roles, problemOf, readOnly, onChange }: StepTimeFieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <Fieldset legend={t('workflow.time.title')}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {t('workflow.time.help')}
        </Text>
        <Group gap="sm" align="flex-start">
          {LIMITS.map(({ field, words }) => (
            <Duration
              key={field}
              name={t(words)}
              hours={step[field]}
              error={problemOf(field)}
              readOnly={readOnly}
              onChange={(hours) => onChange({ [field]: hours })}
            />
          ))}
        </Group>
        <Choices
          label={t('workflow.time.alarm')}
          error={problemOf('alarm')}
          options={[
            { value: OWNER, label: t('workflow.time.owner') },
            ...roles.map(({ roleId, name, users }) => ({
              value: String(roleId),
              label: t('workflow.role', { name, count: users }),
            })),
          ]}
          value={[...(step.alarmOwner ? [OWNER] : []), ...step.alarmRoleIds.map(String)]}
          readOnly={readOnly}
          onChange={(chosen) =>
            onChange({
              alarmOwner: chosen.includes(OWNER),
              alarmRoleIds: chosen.filter((one) => one !== OWNER).map(Number),
            })
          }
        />
      </Stack>
    </Fieldset>
  );
}

interface DurationProps {
  name: string;
  /** null: none */
  hours: number | null;
  error: string | undefined;
  readOnly: boolean;
  onChange: (hours: number | null) => void;
}

const NO_TIME: Record<'days' | 'hours', number | null> = { days: null, hours: null };

/** Days and hours beside each other, each as it is typed; both empty: none. */
function Duration({ name, hours: all, error, readOnly, onChange }: DurationProps) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(NO_TIME);
  const stored = all === null ? NO_TIME : daysAndHours(all);
  const shown = Object.is(hoursOf(typed), all) ? typed : stored;
  const part = (key: 'days' | 'hours', max: number) => (
    <WholeNumberField
      label={t(`workflow.time.${key}`, { time: name })}
      w={170}
      min={0}
      max={max}
      value={shown[key]}
      readOnly={readOnly}
      error={error !== undefined}
      onChange={(value) => {
        const next = { ...shown, [key]: value };
        setTyped(next);
        onChange(hoursOf(next));
      }}
    />
  );
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-start">
        {part('days', MAX_DUE_DAYS)}
        {part('hours', MAX_STEP_HOURS)}
      </Group>
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}

const hoursOf = ({ days, hours }: typeof NO_TIME): number | null =>
  days === null && hours === null ? null : Number(days) * HOURS_OF_DAY + Number(hours);
