/** The checks of a batch: findings per case, reasons for warnings, and sending. */
import { Button, Group, NativeSelect, Title } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { checkSubmission } from '../../../shared/contract/index.ts';
import { isUnsent } from '../../../shared/submission/batchStates.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useTimeZone } from '../../app-context/routeContext.ts';
import { GuardedButton, LoadingArea, Pager, Timestamp, usePages } from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { BatchPage, OfBatch } from './BatchPage.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { CaseFindings, Findings, warningId, type Ticking } from './CaseFindings.tsx';
import { ConfirmSubmission } from './ConfirmSubmission.tsx';
import { DownloadBatch } from './DownloadBatch.tsx';
import { ReasonsDialog } from './ReasonsDialog.tsx';
import { checkQuery, type Batch, type CheckFinding } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useBatchCommand } from './useBatchCommand.ts';
import { useSubmissionScope } from './useSubmissionScope.ts';

const NO_FINDINGS: readonly CheckFinding[] = [];

export const CheckListPage = () => <OfBatch>{(batch) => <CheckList batch={batch} />}</OfBatch>;

function CheckList({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const { batchKey, state } = batch;
  const timeZone = useTimeZone();
  const check = useQuery(checkQuery(useSubmissionScope(), batchKey, batch.events.length));
  const findings = check.data?.findings ?? NO_FINDINGS;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // stays while others check the batch again: a reason is being typed
  const [isAsking, setAsking] = useState(false);
  const open = findings.filter(({ severity, reason }) => severity === 'warning' && reason === null);
  const chosen = open.filter((finding) => ticked.has(warningId(finding)));
  const tick = (some: readonly CheckFinding[], on: boolean) =>
    setTicked((before) => {
      const next = new Set(before);
      for (const id of some.map(warningId))
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const ofBatch = findings.filter(({ seq }) => seq === null);
  const shared = { ticked, tick, isOpen: state === 'ready' };
  return (
    <BatchPage
      batch={batch}
      title={t('check.title', { batch: batchKey })}
      actions={<CheckActions batch={batch} findings={findings} />}
    >
      <p role="status" className={classes.line}>
        {state === 'checking' ? t('check.running') : check.data && <Summary findings={findings} />}{' '}
        {check.data?.checkedAt && state !== 'checking' && (
          <span className={classes.dim}>
            <Timestamp iso={check.data.checkedAt} timeZone={timeZone} />
          </span>
        )}
      </p>
      {state === 'ready' && open.length > 0 && (
        <Group gap="sm">
          <Button variant="subtle" size="compact-sm" onClick={() => tick(open, true)}>
            {t('check.tickAll')}
          </Button>
          <GuardedButton
            variant="default"
            why={chosen.length === 0 ? t('check.tickFirst') : null}
            onClick={() => setAsking(true)}
          >
            {t('check.giveReason')}…
          </GuardedButton>
        </Group>
      )}
      {isAsking && (
        <ReasonsDialog
          {...{ batch, open, chosen }}
          ticking={shared}
          isPending={state === 'checking' || check.isPlaceholderData}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            setTicked(new Set());
          }}
        />
      )}
      {ofBatch.length > 0 && (
        <section className={classes.case} aria-label={t('check.batch')}>
          <Title order={2} size="h4">
            {t('check.batch')}
          </Title>
          <Findings findings={ofBatch} {...shared} />
        </section>
      )}
      {check.data && <CheckedCases batch={batch} findings={findings} {...shared} />}
      {check.isPending && <LoadingArea />}
      {check.error && <FailedArea kind="panel" error={check.error} onRetry={() => void check.refetch()} />}
    </BatchPage>
  );
}

const SHOWN = ['all', 'error', 'open'] as const;

/** The cases of a page, of all or of those that are to be worked on. */
function CheckedCases({
  batch,
  findings,
  ...ticking
}: Ticking & { batch: Batch; findings: readonly CheckFinding[] }) {
  const { t } = useTranslation('submissions');
  const [wanted, setWanted] = useState<(typeof SHOWN)[number]>('all');
  const byCase = Map.groupBy(findings, ({ seq }) => seq);
  const isWanted = ({ severity, reason }: CheckFinding) =>
    wanted === 'error' ? severity === 'error' : severity === 'warning' && reason === null;
  const cases = batch.messages.filter(
    ({ seq }) => wanted === 'all' || (byCase.get(seq) ?? NO_FINDINGS).some(isWanted),
  );
  const { shown, paging, onPaging, toFirst } = usePages(cases);
  return (
    <section className={classes.section} aria-label={t('check.cases')}>
      {batch.messages.length > 1 && (
        <NativeSelect
          label={t('check.show')}
          maw={320}
          value={wanted}
          data={SHOWN.map((value) => ({ value, label: t(`check.shown.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            setWanted(SHOWN.find((one) => one === value) ?? 'all');
            toFirst();
          }}
        />
      )}
      {paging && <Pager label={t('check.cases')} info={paging} onPaging={onPaging} />}
      {shown.map((message) => (
        <CaseFindings
          key={message.seq}
          batch={batch}
          message={message}
          findings={byCase.get(message.seq) ?? NO_FINDINGS}
          {...ticking}
        />
      ))}
      {cases.length === 0 && <p role="status">{t('check.noCase')}</p>}
    </section>
  );
}

function Summary({ findings }: { findings: readonly CheckFinding[] }) {
  const { t } = useTranslation('submissions');
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  const open = findings.filter(({ severity, reason }) => severity === 'warning' && reason === null).length;
  return (
    <>
      {t('check.errors', { count: count('error') })}, {t('check.warnings', { count: count('warning') })}
      {open > 0 && ` (${t('check.open', { count: open })})`}.
    </>
  );
}

function CheckActions({ batch, findings }: { batch: Batch; findings: readonly CheckFinding[] }) {
  const { t } = useTranslation('submissions');
  const { batchKey, state } = batch;
  const to = usePathTo();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const again = useBatchCommand(() => call(checkSubmission, { params: { batchKey } }));
  const history = `submission/history/${batchKey}/batch-detail`;
  if (!isUnsent(state))
    return (
      <Button variant="default" onClick={() => navigate(to(history))}>
        {t('toBatch')}
      </Button>
    );
  const errors = findings.some(({ severity }) => severity === 'error');
  const open = findings.some(({ severity, reason }) => severity === 'warning' && reason === null);
  const why = errors || state !== 'ready' ? t('check.blocked') : open ? t('check.reasonsMissing') : null;
  return (
    <Group gap={6}>
      <CancelDialog batchKey={batchKey} />
      <DownloadBatch batch={batch} />
      <Button
        variant="default"
        leftSection={<IconRefresh size={15} aria-hidden />}
        loading={again.isPending || state === 'checking'}
        onClick={() => again.mutate()}
      >
        {t('check.again')}
      </Button>
      <GuardedButton
        leftSection={<IconSend size={15} aria-hidden />}
        why={state === 'checking' ? t('check.running') : why}
        onClick={() => setConfirming(true)}
      >
        {t('confirm.send')}…
      </GuardedButton>
      {confirming && (
        <ConfirmSubmission
          batch={batch}
          onClose={() => setConfirming(false)}
          onDone={() => navigate(to(history))}
        />
      )}
    </Group>
  );
}
