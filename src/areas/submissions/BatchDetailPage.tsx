/** A batch: where it is, its cases with their answers, every event with its raw file, and its comments. */
import { Button, Group, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { downloadSubmission, retrySubmission } from '../../../shared/contract/index.ts';
import { call, download } from '../../api/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { useMay } from '../../session/sessionStore.ts';
import { LoadingArea, PageHeader } from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { AnsweredCases } from './AnsweredCases.tsx';
import { BatchFacts, BatchNotes, BatchState, BatchWay } from './BatchHeader.tsx';
import { PackButton } from '../../reports/PackButton.tsx';
import { BatchTimeline } from './BatchTimeline.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { CommentsDialog } from './CommentsDialog.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { batchQuery, type Batch } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { UploadAnswer } from './UploadAnswer.tsx';
import { useBatchCommand } from './useBatchCommand.ts';
import { useSubmissionScope } from './useSubmissionScope.ts';

/** States before the batch was sent: its page is the check list. */
const UNSENT = ['draft', 'checking', 'checkFailed', 'ready'];

export function BatchDetailPage() {
  const { batchKey } = useParams();
  const batch = useQuery(batchQuery(useSubmissionScope(), Number(batchKey)));
  if (batch.data) return <Detail batch={batch.data} />;
  if (batch.error) return <FailedArea kind="page" error={batch.error} onRetry={() => void batch.refetch()} />;
  return <LoadingArea />;
}

function Detail({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('detail.title', { batch: batch.batchKey })}
        subtitle={<BatchState batch={batch} />}
        actions={<DetailActions batch={batch} />}
      />
      <BatchWay batch={batch} />
      <div className={classes.notes}>
        <BatchNotes batch={batch} />
      </div>
      <BatchFacts batch={batch} />
      <section className={classes.section}>
        <Title order={2} size="h4" mb="xs">
          {t('detail.cases')}
        </Title>
        <AnsweredCases batch={batch} />
      </section>
      <section className={classes.section}>
        <Title order={2} size="h4">
          {t('detail.events')}
        </Title>
        <BatchTimeline batch={batch} />
      </section>
    </div>
  );
}

function DetailActions({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const to = usePathTo();
  const mayEdit = useMay('EDIT.SUBMISSION');
  const mayReadCases = useMay('READ.CASE', 'EDIT.CASE');
  const { batchKey, state, fileKey, notation, takes, awaitsPerson } = batch;
  const retry = useBatchCommand(() => call(retrySubmission, { params: { batchKey } }));
  return (
    <Group gap={6}>
      {fileKey && (
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => void download(downloadSubmission, { params: { batchKey } })}
        >
          {t('download')}
        </Button>
      )}
      {mayReadCases && (
        <PackButton
          cases={{ caseKeys: batch.messages.map(({ caseKey }) => caseKey) }}
          count={batch.messages.length}
        />
      )}
      {mayEdit && takes.includes('retry') && (
        <>
          <CancelDialog batchKey={batchKey} />
          <Button loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('detail.retry')}
          </Button>
        </>
      )}
      {mayEdit && awaitsPerson && <HandOverDialog batchKey={batchKey} />}
      {mayEdit && batch.sentAt !== null && <UploadAnswer />}
      {mayEdit && UNSENT.includes(state) && (
        <Button component={Link} to={to(`submission/${batchKey}/check-list/${notation ? 'Y' : 'N'}`)}>
          {t('detail.toCheck')}
        </Button>
      )}
      <CommentsDialog batchKey={batchKey} />
    </Group>
  );
}
