/** Answers that belong to no batch: shown with the reason, downloaded, and assigned to a batch. */
import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { assignAnswer, downloadUnmatched } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { useMay } from '../../session/sessionStore.ts';
import { DataTable, Dialog, isWithin, Timestamp, WholeNumberField } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { unmatchedQuery, type UnmatchedAnswer } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useBatchCommand } from './useBatchCommand.ts';
import { useSubmissionScope } from './useSubmissionScope.ts';

const KNOWN_PROBLEMS = ['unknownBatch', 'otherSender', 'notSent', 'receiptUnclear'];

export function UnmatchedAnswers() {
  const { t } = useTranslation('submissions');
  const timeZone = useTimeZone();
  const mayEdit = useMay('EDIT.SUBMISSION');
  const answers = useQuery(unmatchedQuery(useSubmissionScope()));
  const [assigning, setAssigning] = useState<UnmatchedAnswer | null>(null);
  const rows = answers.data?.listInfo ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={classes.case}>
      <Title order={2} size="h4">
        {t('unmatched.title')}
      </Title>
      <p className={classes.note}>{t('unmatched.note')}</p>
      <DataTable
        label={t('unmatched.title')}
        rows={rows}
        rowKey={({ inboxKey }) => String(inboxKey)}
        fullText
        columns={[
          {
            key: 'at',
            label: t('unmatched.at'),
            render: ({ at }) => <Timestamp iso={at} timeZone={timeZone} />,
          },
          { key: 'file', label: t('unmatched.file'), render: ({ fileName }) => fileName },
          { key: 'sender', label: t('sender'), render: ({ senderId }) => senderId ?? '' },
          { key: 'batch', label: t('batchNumber'), render: ({ batchNumber }) => batchNumber ?? '' },
          { key: 'code', label: t('code'), render: ({ code }) => code ?? '' },
          {
            key: 'problem',
            label: t('unmatched.problem'),
            render: ({ problem }) =>
              KNOWN_PROBLEMS.includes(problem) ? t(`unmatched.problems.${problem}`) : problem,
          },
          {
            key: 'actions',
            label: t('actions'),
            render: (row) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('downloadOf', { name: row.fileName })}
                  onClick={() =>
                    void downloadOrTell(downloadUnmatched, { params: { inboxKey: row.inboxKey } })
                  }
                >
                  {t('download')}
                </Button>
                {mayEdit && row.code !== null && (
                  <Button
                    size="compact-xs"
                    aria-label={t('unmatched.assignOf', { name: row.fileName })}
                    onClick={() => setAssigning(row)}
                  >
                    {t('unmatched.assign')}…
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {assigning && <AssignDialog answer={assigning} onClose={() => setAssigning(null)} />}
    </section>
  );
}

function AssignDialog({ answer, onClose }: { answer: UnmatchedAnswer; onClose: () => void }) {
  const { t } = useTranslation(['submissions', 'components']);
  const [batchKey, setBatchKey] = useState<number | null>(null);
  const assign = useBatchCommand(
    (key: number) => call(assignAnswer, { params: { inboxKey: answer.inboxKey }, body: { batchKey: key } }),
    { ownFailure: true, onSuccess: onClose },
  );
  return (
    <Dialog
      busy={assign.isPending}
      onClose={onClose}
      title={t('unmatched.assignOf', { name: answer.fileName })}
    >
      <Stack gap="sm">
        <WholeNumberField
          label={t('batch')}
          description={t('unmatched.which')}
          min={1}
          value={batchKey}
          onChange={setBatchKey}
          data-autofocus
        />
        {assign.isError && (
          <p role="alert" className={classes.problem}>
            {failureText(assign.error)}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={assign.isPending} onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <Button
            loading={assign.isPending}
            disabled={!isWithin(batchKey, { min: 1, required: true })}
            onClick={() => batchKey !== null && assign.mutate(batchKey)}
          >
            {t('unmatched.assign')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
