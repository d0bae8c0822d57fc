/** What is configured of one step. */
import {
  Anchor,
  Button,
  Checkbox,
  Fieldset,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  LABEL_LANGUAGES,
  MAX_DUE_DAYS,
  MAX_STEP_DESCRIPTION,
  MAX_STEP_NAME,
  type EditedPlan,
  type EditedStep,
  type PlanField,
  type PlanProblem,
} from '../../../../shared/workflow/planEdit.ts';
import { usePathTo } from '../../../app-context/routeContext.ts';
import { WholeNumberField } from '../../../components/index.ts';
import type { WorkflowSettings } from '../settings.queries.ts';
import { SettingsAudit } from '../SettingsAudit.tsx';
import { Choices } from './Choices.tsx';
import { changeStep, setNext } from './planDraft.ts';
import { StepTimeFields } from './StepTimeFields.tsx';
import { useStepLabel } from './useStepLabel.ts';

export interface StepFieldsProps {
  plan: EditedPlan;
  step: EditedStep;
  settings: WorkflowSettings;
  problems: readonly PlanProblem[];
  readOnly: boolean;
  onChange: (plan: EditedPlan) => void;
}

const FLAGS = ['editable', 'approval', 'fourEyes'] as const;

export function StepFields({ plan, step, settings, problems, readOnly, onChange }: StepFieldsProps) {
  const { t } = useTranslation('settings');
  const labelOf = useStepLabel();
  const [auditShown, showAudit] = useState(false);
  const key = step.workflowKey;
  const isStored = settings.steps.some(({ workflowKey }) => workflowKey === key);
  const set = (more: Partial<EditedStep>) => onChange(changeStep(plan, key, more));
  const problemOf = (field: PlanField): string | undefined => {
    const found = problems.find((problem) => problem.step === key && problem.field === field);
    return found && t(`workflow.problems.${found.id}`, { count: found.cases, step: labelOf(step) });
  };
  const next = plan.routes.filter(({ from }) => from === key).map(({ to }) => to);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <CasesInside step={step} settings={settings} />
        {isStored && (
          <Button size="compact-sm" variant="default" onClick={() => showAudit(true)}>
            {t('workflow.audit')}
          </Button>
        )}
      </Group>
      {auditShown && <SettingsAudit setting={`workflowStep.${key}`} onClose={() => showAudit(false)} />}
      <Fieldset legend={t('workflow.name')}>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="xs">
          {LABEL_LANGUAGES.map((language) => (
            <TextInput
              key={language}
              label={t(`workflow.languages.${language}`)}
              required={language === 'en'}
              maxLength={MAX_STEP_NAME}
              value={step.name[language]}
              placeholder={language === 'en' ? undefined : step.name.en}
              error={language === 'en' ? problemOf('name') : undefined}
              readOnly={readOnly}
              onChange={({ currentTarget: { value } }) => set({ name: { ...step.name, [language]: value } })}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      <Textarea
        label={t('workflow.description')}
        maxLength={MAX_STEP_DESCRIPTION}
        autosize
        minRows={2}
        maxRows={6}
        value={step.description}
        readOnly={readOnly}
        onChange={({ currentTarget: { value } }) => set({ description: value })}
      />
      <WholeNumberField
        label={t('workflow.dueDays')}
        description={t('workflow.dueHelp', { most: MAX_DUE_DAYS })}
        maw={280}
        min={0}
        max={MAX_DUE_DAYS}
        value={step.dueDays}
        error={problemOf('dueDays')}
        readOnly={readOnly}
        onChange={(dueDays) => set({ dueDays })}
      />
      <StepTimeFields
        step={step}
        roles={settings.roles}
        problemOf={problemOf}
        readOnly={readOnly}
        onChange={set}
      />
      <Fieldset legend={t('workflow.rules')}>
        <Stack gap="xs">
          {FLAGS.map((flag) => (
            <Checkbox
              key={flag}
              label={t(`workflow.flags.${flag}`)}
              checked={step[flag]}
              disabled={readOnly}
              onChange={({ currentTarget: { checked } }) => set({ [flag]: checked })}
            />
          ))}
        </Stack>
      </Fieldset>
      <Choices
        label={t('workflow.roles')}
        description={t('workflow.rolesHelp')}
        error={problemOf('roleIds')}
        options={settings.roles
          .filter(({ mayOwn }) => mayOwn)
          .map(({ roleId, name, users }) => ({
            value: String(roleId),
            label: t('workflow.role', { name, count: users }),
          }))}
        value={step.roleIds.map(String)}
        readOnly={readOnly}
        onChange={(chosen) => set({ roleIds: chosen.map(Number) })}
      />
      <Choices
        label={t('workflow.next')}
        description={t('workflow.nextHelp')}
        error={problemOf('routes')}
        options={plan.steps
          .filter(({ workflowKey }) => workflowKey !== key)
          .map((one) => ({ value: one.workflowKey, label: labelOf(one) }))}
        value={next}
        readOnly={readOnly}
        onChange={(chosen) => onChange(setNext(plan, key, chosen))}
      />
    </Stack>
  );
}

/** How many cases are in the step now, with the way to them. */
function CasesInside({ step, settings }: Pick<StepFieldsProps, 'step' | 'settings'>) {
  const { t } = useTranslation('settings');
  const to = usePathTo();
  const { workflowKey } = step;
  const { cases, open } = settings.cases.find((one) => one.workflowKey === workflowKey) ?? {
    cases: 0,
    open: 0,
  };
  if (cases === 0) return <Text size="sm">{t('workflow.empty')}</Text>;
  const path = to(`case/list?${new URLSearchParams({ workflow: workflowKey }).toString()}`);
  return (
    <Anchor component={Link} to={path} size="sm">
      {t('workflow.inside', { count: cases, open })}
    </Anchor>
  );
}
