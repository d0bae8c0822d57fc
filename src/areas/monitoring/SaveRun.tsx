/** Saves the figures of a page for good, and closes a month that is over. */
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MAX_MONITORING_COMMENT, saveMonitoringRun } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { Dialog, SubmitForm, useHeldDialog } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import type { Period } from './monitoring.queries.ts';
import { monthInWords } from './months.ts';
import classes from './monitoring.module.css';

interface SaveRunProps {
  page: string;
  period: Period | null;
  /** the current month */
  latest: string;
}

export function SaveRun(props: SaveRunProps) {
  const { t } = useTranslation('monitoring');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('save.open')}…</Button>
      {opened && (
        <Dialog onClose={() => setOpened(false)} title={t('save.title')} size="md">
          <SaveRunForm {...props} />
        </Dialog>
      )}
    </>
  );
}

function SaveRunForm({ page, period, latest }: SaveRunProps) {
  const { t } = useTranslation('monitoring');
  const context = useRouteContext();
  const navigate = useNavigate();
  const to = usePathTo();
  const [comment, setComment] = useState('');
  const [closes, setCloses] = useState(false);
  const month = period && period.from === period.to && period.to < latest ? period.to : null;
  const save = useMutation({
    mutationFn: () =>
      call(saveMonitoringRun, {
        params: { ...context, page },
        body: { from: period?.from ?? null, to: period?.to ?? null, closesMonth: closes, comment },
      }),
    meta: { ownFailure: true },
    onSuccess: ({ runKey }) => navigate(to(`monitoring/history/${runKey}/detail`)),
  });
  useHeldDialog(save.isPending);
  return (
    <SubmitForm onSubmit={() => save.mutate()} noValidate>
      <Stack gap="sm">
        <Text>{t('save.says')}</Text>
        {period && (
          <Checkbox
            label={t('save.close', { month: month === null ? '' : monthInWords(month) })}
            description={month === null ? t('save.oneMonth') : t('save.closeSays')}
            disabled={month === null}
            checked={closes}
            onChange={(event) => setCloses(event.currentTarget.checked)}
          />
        )}
        <Textarea
          label={t('save.comment')}
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_MONITORING_COMMENT}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {save.isError && (
          <p role="alert" className={classes.problem}>
            {failureText(save.error)}
          </p>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('save.open')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
