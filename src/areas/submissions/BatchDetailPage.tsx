/** A batch: where it is, its cases with their answers, every event with its raw file, and its comments. */
import { Button, Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { retrySubmission } from '../../../shared/contract/index.ts';
import { isNeverSent, isUnsent } from '../../../shared/submission/batchStates.ts';
import { call } from '../../api/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { PackButton } from '../../reports/PackButton.tsx';
import { useMay } from '../../session/sessionStore.ts';
import { AnsweredCases } from './AnsweredCases.tsx';
import { BatchPage, OfBatch } from './BatchPage.tsx';
import { BatchTimeline } from './BatchTimeline.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { CommentsDialog } from './CommentsDialog.tsx';
import { DownloadBatch } from './DownloadBatch.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { LateReports } from './LateReports.tsx';
import type { Batch } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { UploadAnswer } from './UploadAnswer.tsx';
import { useBatchCommand } from './useBatchCommand.ts';

export const BatchDetailPage = () => <OfBatch>{(batch) => <Detail batch={batch} />}</OfBatch>;

function Detail({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  return (
    <BatchPage
      batch={batch}
      title={t('detail.title', { batch: batch.batchKey })}
      actions={<DetailActions batch={batch} />}
    >
      <LateReports batch={batch} />
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
    </BatchPage>
  );
}

function DetailActions({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const to = usePathTo();
  const mayEdit = useMay('EDIT.SUBMISSION');
  const mayReadCases = useMay('READ.CASE', 'EDIT.CASE');
  const { batchKey, state, notation, takes, messages } = batch;
  const retry = useBatchCommand(() => call(retrySubmission, { params: { batchKey } }));
  return (
    <Group gap={6}>
      <DownloadBatch batch={batch} />
      {mayReadCases && (
        <PackButton cases={{ caseKeys: messages.map(({ caseKey }) => caseKey) }} count={messages.length} />
      )}
      {mayEdit && takes.includes('retry') && (
        <>
          <CancelDialog batchKey={batchKey} />
          <Button loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('detail.retry')}
          </Button>
        </>
      )}
      {mayEdit && <HandOverDialog batch={batch} />}
      {mayEdit && !isNeverSent(state) && <UploadAnswer />}
      {mayEdit && isUnsent(state) && (
        <Button component={Link} to={to(`submission/${batchKey}/check-list/${notation ? 'Y' : 'N'}`)}>
          {t('detail.toCheck')}
        </Button>
      )}
      <CommentsDialog batchKey={batchKey} />
    </Group>
  );
}
