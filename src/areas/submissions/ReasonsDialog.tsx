/** Accepts the ticked warnings with one reason. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveWarningReasons, MAX_REASONS, MAX_SUBMISSION_COMMENT } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { GuardedButton, ReasonDialog } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import type { CheckFinding } from './submissions.queries.ts';
import { useBatchCommand } from './useBatchCommand.ts';

interface ReasonsDialogProps {
  batchKey: number;
  chosen: readonly CheckFinding[];
  onDone: () => void;
}

export function ReasonsDialog({ batchKey, chosen, onDone }: ReasonsDialogProps) {
  const { t } = useTranslation('submissions');
  const [opened, setOpened] = useState(false);
  const give = useBatchCommand(
    async (reason: string) => {
      const keys = chosen.map(({ findingKey }) => findingKey);
      for (let from = 0; from < keys.length; from += MAX_REASONS)
        await call(giveWarningReasons, {
          params: { batchKey },
          body: { findingKeys: keys.slice(from, from + MAX_REASONS), reason },
        });
    },
    {
      ownFailure: true,
      onSuccess: () => {
        setOpened(false);
        onDone();
      },
    },
  );
  return (
    <>
      <GuardedButton
        variant="default"
        why={chosen.length === 0 ? t('check.tickFirst') : null}
        onClick={() => setOpened(true)}
      >
        {t('check.giveReason')}…
      </GuardedButton>
      <ReasonDialog
        opened={opened}
        title={t('check.reasonTitle', { count: chosen.length })}
        maxLength={MAX_SUBMISSION_COMMENT}
        problem={give.isError ? failureText(give.error) : null}
        pending={give.isPending}
        onConfirm={(reason) => give.mutate(reason)}
        onCancel={() => setOpened(false)}
      />
    </>
  );
}
