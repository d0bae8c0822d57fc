/** Says why the chosen reports were late. */
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveLateReason, MAX_MONITORING_COMMENT } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { Dialog, LoadingArea, showSuccess, SubmitForm } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import type { ListHandle } from '../../lists/index.ts';
import { lateReasonsQuery, MONITORING } from './monitoring.queries.ts';
import classes from './monitoring.module.css';

/** An action of the list of reports by due date. */
export const LateReason = (list: ListHandle) => <LateReasonAction list={list} />;

function LateReasonAction({ list }: { list: ListHandle }) {
  const { t } = useTranslation('monitoring');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="default"
        disabled={list.selected.length === 0}
        title={list.selected.length === 0 ? t('late.choose') : undefined}
        onClick={() => setOpened(true)}
      >
        {t('late.give')}…
      </Button>
      {opened && (
        <Dialog onClose={close} title={t('late.title', { count: list.selected.length })} size="md">
          <LateReasonForm list={list} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function LateReasonForm({ list, onDone }: { list: ListHandle; onDone: () => void }) {
  const { t } = useTranslation('monitoring');
  const context = useRouteContext();
  const queries = useQueryClient();
  const reasons = useQuery(lateReasonsQuery(context));
  const [code, setCode] = useState('');
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState(false);
  const give = useMutation({
    mutationFn: () =>
      call(giveLateReason, {
        params: context,
        body: { rowKeys: list.selected.map(({ rowKey }) => rowKey), code, comment },
      }),
    meta: { ownFailure: true },
    onSuccess: async ({ count }) => {
      showSuccess(t('late.given', { count }));
      list.clear();
      onDone();
      await Promise.all([list.refresh(), queries.invalidateQueries({ queryKey: MONITORING })]);
    },
  });
  if (!reasons.data) return <LoadingArea />;
  const needsComment = code === reasons.data.needsComment && comment.trim() === '';
  const submit = () => {
    setMissing(true);
    if (code !== '' && !needsComment) give.mutate();
  };
  return (
    <SubmitForm onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ul className={classes.names}>
          {list.selected.map(({ rowKey, name, cells }) => (
            <li key={rowKey}>
              {name} · {cells['receiver'] ?? rowKey.split(' ').slice(1).join(' ')}
            </li>
          ))}
        </ul>
        <NativeSelect
          label={t('late.reason')}
          required
          data={[
            { value: '', label: '' },
            ...reasons.data.listInfo.map(({ code: value, label }) => ({ value, label })),
          ]}
          value={code}
          error={missing && code === '' && t('late.required')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Textarea
          label={t('late.comment')}
          autosize
          minRows={2}
          maxRows={8}
          required={code === reasons.data.needsComment}
          maxLength={MAX_MONITORING_COMMENT}
          value={comment}
          error={missing && needsComment && t('late.describe')}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {give.isError && (
          <p role="alert" className={classes.problem}>
            {failureText(give.error)}
          </p>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={give.isPending}>
            {t('late.save')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
