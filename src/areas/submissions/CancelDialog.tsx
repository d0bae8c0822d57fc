/** Gives a batch up that was not sent, with a reason. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelSubmission, MAX_SUBMISSION_COMMENT } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ReasonDialog } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { useBatchCommand } from './useBatchCommand.ts';

export function CancelDialog({ batchKey }: { batchKey: number }) {
  const { t } = useTranslation('submissions');
  const [opened, setOpened] = useState(false);
  const cancel = useBatchCommand(
    (reason: string) => call(cancelSubmission, { params: { batchKey }, body: { reason } }),
    { ownFailure: true, onSuccess: () => setOpened(false) },
  );
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('cancelBatch')}…
      </Button>
      <ReasonDialog
        {...attemptProps(cancel, () => setOpened(false))}
        opened={opened}
        title={t('cancelTitle', { batch: batchKey })}
        maxLength={MAX_SUBMISSION_COMMENT}
        confirmLabel={t('cancelBatch')}
      />
    </>
  );
}
