/** Accepts the ticked warnings with one reason. */
import { useTranslation } from 'react-i18next';
import { giveWarningReasons, MAX_REASONS, MAX_SUBMISSION_COMMENT } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ReasonDialog } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { useBatchCommand } from './useBatchCommand.ts';

interface ReasonsDialogProps {
  batchKey: number;
  /** the findings that it was opened for: another check has others */
  findingKeys: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

export function ReasonsDialog({ batchKey, findingKeys, onClose, onDone }: ReasonsDialogProps) {
  const { t } = useTranslation('submissions');
  const give = useBatchCommand(
    async (reason: string) => {
      for (let from = 0; from < findingKeys.length; from += MAX_REASONS)
        await call(giveWarningReasons, {
          params: { batchKey },
          body: { findingKeys: findingKeys.slice(from, from + MAX_REASONS), reason },
        });
    },
    { ownFailure: true, onSuccess: onDone },
  );
  return (
    <ReasonDialog
      {...attemptProps(give, onClose)}
      title={t('check.reasonTitle', { count: findingKeys.length })}
      maxLength={MAX_SUBMISSION_COMMENT}
    />
  );
}
