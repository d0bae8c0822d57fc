/** Accepts the ticked warnings with one reason. Where the batch was checked again meanwhile, it shows what is to be ticked now. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveWarningReasons, MAX_REASONS, MAX_SUBMISSION_COMMENT } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ReasonDialog } from '../../components/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { Findings, warningId, type Ticking } from './CaseFindings.tsx';
import type { Batch, CheckFinding } from './submissions.queries.ts';
import { useBatchCommand } from './useBatchCommand.ts';

interface ReasonsDialogProps {
  batch: Batch;
  /** the warnings without a reason, by the last check */
  open: readonly CheckFinding[];
  /** those of them that are ticked */
  chosen: readonly CheckFinding[];
  ticking: Ticking;
  /** the batch is being checked: there will be other findings */
  isPending: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function ReasonsDialog({
  batch,
  open,
  chosen,
  ticking,
  isPending,
  onClose,
  onDone,
}: ReasonsDialogProps) {
  const { t } = useTranslation('submissions');
  const { batchKey } = batch;
  const [isSubmitted, setSubmitted] = useState(false);
  const [atFirst] = useState(() => idsOf(open));
  // what was seen on the page is not true any more
  const isOther = !isPending && idsOf(open) !== atFirst;
  const isRefused = isOther && (open.length === 0 || !ticking.isOpen);
  const give = useBatchCommand(
    async (reason: string) => {
      const findingKeys = chosen.map(({ findingKey }) => findingKey);
      for (let from = 0; from < findingKeys.length; from += MAX_REASONS)
        await call(giveWarningReasons, {
          params: { batchKey },
          body: { findingKeys: findingKeys.slice(from, from + MAX_REASONS), reason },
        });
    },
    { ownFailure: true, onSuccess: onDone },
  );
  const attempt = attemptProps(give, onClose);
  return (
    <ReasonDialog
      {...attempt}
      title={t('check.reasonTitle', { count: chosen.length })}
      maxLength={MAX_SUBMISSION_COMMENT}
      waiting={isPending}
      isRefused={isRefused}
      isReady={() => {
        setSubmitted(true);
        return chosen.length > 0;
      }}
      problem={isSubmitted && chosen.length === 0 && !isRefused ? t('check.tickFirst') : attempt.problem}
      note={
        isRefused ? (
          <Notice tone="warning">{t(open.length === 0 ? 'check.noneOpen' : 'check.blocked')}</Notice>
        ) : (
          isOther && <OtherWarnings batch={batch} open={open} ticking={ticking} />
        )
      }
    />
  );
}

const idsOf = (findings: readonly CheckFinding[]): string => findings.map(warningId).toSorted().join();

/** The warnings by case, to be ticked. */
function OtherWarnings({ batch, open, ticking }: Pick<ReasonsDialogProps, 'batch' | 'open' | 'ticking'>) {
  const { t } = useTranslation('submissions');
  const byCase = Map.groupBy(open, ({ seq }) => seq);
  return (
    <Stack gap="xs">
      <Notice tone="warning">{t('check.changed')}</Notice>
      {[...byCase].map(([seq, findings]) => {
        const name = batch.messages.find((message) => message.seq === seq)?.caseNo ?? t('check.batch');
        return (
          <section key={seq} aria-label={name}>
            <Text fw={600}>{name}</Text>
            <Findings findings={findings} {...ticking} />
          </section>
        );
      })}
    </Stack>
  );
}
