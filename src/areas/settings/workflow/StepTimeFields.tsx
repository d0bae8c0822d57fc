/** How long a case normally stays in a step, and at most; and who gets the alarm then. */
import { Fieldset, Group, Input, NumberInput, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EditedStep, PlanField } from '../../../../shared/workflow/planEdit.ts';
import { daysAndHours, HOURS_OF_DAY } from '../../../../shared/workflow/stepTime.ts';
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

/** Days and hours beside each other; both empty: none. */
function Duration({ name, hours: all, error, readOnly, onChange }: DurationProps) {
  const { t } = useTranslation('settings');
  const { days, hours } = all === null ? { days: '', hours: '' } : daysAndHours(all);
  const put = (newDays: number | string, newHours: number | string) => {
    const sum = Number(newDays) * HOURS_OF_DAY + Number(newHours);
    onChange(sum === 0 ? null : sum);
  };
  const part = (label: string, value: number | string, onPart: (value: number | string) => void) => (
    <NumberInput
      label={label}
      w={140}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      value={value}
      readOnly={readOnly}
      error={error !== undefined}
      onChange={onPart}
    />
  );
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        {part(t('workflow.time.days', { time: name }), days, (value) => put(value, hours))}
        {part(t('workflow.time.hours', { time: name }), hours, (value) => put(days, value))}
      </Group>
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}
