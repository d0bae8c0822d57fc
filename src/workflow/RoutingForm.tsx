/** Where a case, or several, are to go: status, role and user in this order, comments, and what the step asks for. */
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import {
  EMPTY_ROUTING,
  isSigned,
  missingOf,
  workflowRoutingMachine,
  type RoutingAnswer,
  type RoutingDraft,
  type RoutingField,
  type RoutingUser,
} from '../../machines/workflow-routing/workflowRouting.machine.ts';
import { MAX_ROUTING_COMMENTS } from '../../shared/workflow/plan.ts';
import { SubmitForm } from '../components/index.ts';
import { Notice } from '../feedback/Notice.tsx';
import { failureText } from '../feedback/showFailure.ts';
import { SignatureFields, USUAL_MEANING } from '../signature/index.ts';
import type { Step } from './workflow.types.ts';
import classes from './workflow.module.css';

const MAX_REASON = 2000;
const NO_STEPS: readonly Step[] = [];

export interface RoutingFormProps {
  /** names of the steps where the case, or the cases, are */
  current: string;
  /** where they may go */
  steps: readonly Step[];
  /** where they may stay and get another owner */
  staying?: readonly Step[];
  signedSteps?: readonly string[];
  /** may a reason be given to do it in place of the owner, or has one to be? */
  override: 'no' | 'optional' | 'required';
  draft?: RoutingDraft;
  okLabel: string;
  loadUsers: (roleId: number) => Promise<readonly RoutingUser[]>;
  /** where it rejects, the form stays open with the reason */
  onSend: (answer: RoutingAnswer) => Promise<unknown>;
  onCancel: () => void;
}

export function RoutingForm(props: RoutingFormProps) {
  const { current, steps, staying = NO_STEPS, override, okLabel, onCancel } = props;
  const begin = props.draft?.workflowKey ?? null;
  const { t } = useTranslation(['workflow', 'components']);
  const { state, send, fields } = useRouting(props);
  const { draft, users, submitted, problem, meaning, password } = state.context;
  const busy = state.matches('sending');
  const missing = submitted ? missingOf(state.context) : [];
  const fault = (field: RoutingField) => (missing.includes(field) ? t(`missing.${field}`) : null);
  const ways = [
    ...steps.map((step) => ({ step, stays: false, label: step.workflowLabel })),
    ...staying.map((step) => ({ step, stays: true, label: t('staysIn', { step: step.workflowLabel }) })),
  ];
  const chosen = ways.findIndex(
    ({ step: { workflowKey }, stays }) => workflowKey === draft.workflowKey && stays === draft.stays,
  );
  const step = ways[chosen]?.step;
  const loading = state.matches({ filling: 'loadingUsers' });
  return (
    <SubmitForm noValidate onSubmit={() => send({ type: 'ok' })}>
      <Stack gap="sm">
        <TextInput label={t('current')} value={current} readOnly />
        <NativeSelect
          ref={fields.workflowKey}
          label={t('next')}
          required
          data-autofocus={begin === null || undefined}
          value={chosen < 0 ? '' : chosen}
          error={fault('workflowKey')}
          data={[
            { value: '', label: t('choose') },
            ...ways.map(({ label }, index) => ({ value: String(index), label })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const way = value === '' ? undefined : ways[Number(value)];
            send({ type: 'status.chosen', workflowKey: way?.step.workflowKey ?? null, stays: way?.stays });
          }}
        />
        <NativeSelect
          label={t('role')}
          description={t('roleHint')}
          disabled={!step}
          value={draft.roleId ?? ''}
          data={[
            { value: '', label: t('anyRole') },
            ...(step?.roles ?? []).map(({ ROLE_ID, ROLE_NAME }) => ({
              value: String(ROLE_ID),
              label: ROLE_NAME,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            send({ type: 'role.chosen', roleId: value === '' ? null : Number(value) })
          }
        />
        <NativeSelect
          label={t('user')}
          disabled={draft.roleId === null || loading}
          value={draft.userKey ?? ''}
          data={[
            { value: '', label: t(loading ? 'loadingUsers' : 'anyUser') },
            ...(users ?? []).map(({ userKey, userName }) => ({ value: String(userKey), label: userName })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            send({ type: 'user.chosen', userKey: value === '' ? null : Number(value) })
          }
        />
        <Textarea
          ref={fields.comments}
          label={t('comments')}
          required
          // where the step is known, nothing else is asked for
          data-autofocus={begin !== null || undefined}
          autosize
          minRows={3}
          maxRows={10}
          value={draft.comments}
          error={fault('comments')}
          description={
            <span className={classes.counter}>
              {t('counter', { count: draft.comments.length, max: MAX_ROUTING_COMMENTS })}
            </span>
          }
          onChange={({ currentTarget: { value } }) => send({ type: 'comments.written', comments: value })}
        />
        {override !== 'no' && (
          <Textarea
            ref={fields.overrideReason}
            label={t('override.label')}
            description={t(`override.${override}`)}
            required={override === 'required'}
            autosize
            maxRows={4}
            maxLength={MAX_REASON}
            value={draft.overrideReason}
            error={fault('overrideReason')}
            onChange={({ currentTarget: { value } }) =>
              send({ type: 'override.written', overrideReason: value })
            }
          />
        )}
        {isSigned(state.context) && (
          <SignatureFields
            meaning={meaning}
            password={password}
            missing={missing.includes('password')}
            passwordRef={fields.password}
            onMeaning={(next) => send({ type: 'meaning.chosen', meaning: next })}
            onPassword={(next) => send({ type: 'password.written', password: next })}
          />
        )}
        {problem !== null && (
          <Notice tone="error" role="alert">
            {failureText(problem)}
          </Notice>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('components:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {okLabel}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}

/** The machine of the form with its world; callers write their functions in place, so the last ones are asked. */
function useRouting({
  signedSteps = [],
  override,
  draft = EMPTY_ROUTING,
  loadUsers,
  onSend,
}: RoutingFormProps) {
  const world = useRef({ loadUsers, onSend });
  useEffect(() => {
    world.current = { loadUsers, onSend };
  });
  const workflowKey = useRef<HTMLSelectElement>(null);
  const comments = useRef<HTMLTextAreaElement>(null);
  const overrideReason = useRef<HTMLTextAreaElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const fields = useMemo(() => ({ workflowKey, comments, overrideReason, password }), []);
  const machine = useMemo(
    () =>
      workflowRoutingMachine.provide({
        actors: {
          loadUsers: fromPromise<readonly RoutingUser[], { roleId: number | null }>(async ({ input }) =>
            input.roleId === null ? [] : world.current.loadUsers(input.roleId),
          ),
          sendRouting: fromPromise<unknown, RoutingAnswer>(({ input }) => world.current.onSend(input)),
        },
        actions: { focusMissing: (_, { field }) => field && fields[field].current?.focus() },
      }),
    [fields],
  );
  const [state, send] = useMachine(machine, {
    input: { draft, signedSteps, mustOverride: override === 'required', meaning: USUAL_MEANING.LOCK },
  });
  return { state, send, fields };
}
