/** Says why reports were late. */
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  giveLateReason,
  MAX_MONITORING_COMMENT,
  readLateReasons,
  type DataOf,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { Dialog, showSuccess, SubmitForm, useHeldDialog } from '../components/index.ts';
import { LoadedArea } from '../feedback/LoadedArea.tsx';
import { failureText } from '../feedback/showFailure.ts';
import classes from './lateReason.module.css';

interface LateReport {
  /** of the list of reports by due date */
  rowKey: string;
  caseNo: string;
  receiver: string;
}

interface LateReasonProps {
  reports: readonly LateReport[];
  onClose: () => void;
  /** the reasons are stored */
  onGiven: () => void;
}

type LateReasons = DataOf<typeof readLateReasons>;

export function LateReasonDialog({ reports, onClose, onGiven }: LateReasonProps) {
  const { t } = useTranslation('monitoring');
  const context = useRouteContext();
  const query = useQuery({
    queryKey: ['lateReasons', context.sponsorKey, context.language],
    queryFn: ({ signal }) => call(readLateReasons, { params: context, signal }),
    meta: { ownFailure: true },
  });
  return (
    <Dialog onClose={onClose} title={t('late.title', { count: reports.length })} size="md">
      <LoadedArea query={query}>
        {(reasons) => <LateReasonForm {...{ reports, reasons, onGiven }} />}
      </LoadedArea>
    </Dialog>
  );
}

interface LateReasonFormProps extends Omit<LateReasonProps, 'onClose'> {
  reasons: LateReasons;
}

function LateReasonForm({ reports, reasons, onGiven }: LateReasonFormProps) {
  const { t } = useTranslation('monitoring');
  const context = useRouteContext();
  const [code, setCode] = useState('');
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState(false);
  const give = useMutation({
    mutationFn: () =>
      call(giveLateReason, {
        params: context,
        body: { rowKeys: reports.map(({ rowKey }) => rowKey), code, comment },
      }),
    meta: { ownFailure: true },
    onSuccess: ({ count }) => {
      showSuccess(t('late.given', { count }));
      onGiven();
    },
  });
  const needsComment = code === reasons.needsComment && comment.trim() === '';
  const submit = () => {
    setMissing(true);
    if (code !== '' && !needsComment) give.mutate();
  };
  useHeldDialog(give.isPending);
  return (
    <SubmitForm onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ul className={classes.names}>
          {reports.map(({ rowKey, caseNo, receiver }) => (
            <li key={rowKey}>
              {caseNo} · {receiver}
            </li>
          ))}
        </ul>
        <NativeSelect
          label={t('late.reason')}
          required
          data-autofocus
          data={[
            { value: '', label: '' },
            ...reasons.listInfo.map(({ code: value, label }) => ({ value, label })),
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
          required={code === reasons.needsComment}
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
