/** What deleting or restoring rows will do, and why it is done. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { ROW_REASONS } from '../../../../machines/case-status/reasons.ts';
import { LoadingArea, ReasonDialog } from '../../../components/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { reasonList, useReasons } from '../../../session/ownReasons.ts';
import { RowStatusPreview } from './RowStatusPreview.tsx';
import { rowCheckQuery } from './versions.queries.ts';

const WIDTH = '36rem';

export interface RowStatusDialogProps {
  caseKey: number;
  page: string;
  catalogue: Catalogue;
  rowNos: readonly number[];
  /** Y deletes, N restores */
  status: 'Y' | 'N';
  /** why it was refused */
  error: unknown;
  pending: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

export function RowStatusDialog(props: RowStatusDialogProps) {
  const { caseKey, page, catalogue, rowNos, status, error, pending, onConfirm, onCancel } = props;
  const { t } = useTranslation(['status', 'editor']);
  const options = useReasons(
    reasonList('ROW', status),
    ROW_REASONS[status].map((value) => ({ value, label: t(`reasons.${value}`) })),
  );
  const check = useQuery({
    ...rowCheckQuery(caseKey, page, { rowNos: [...rowNos], status }),
    meta: { ownFailure: true },
  });
  const failed = error ?? check.error;
  const nothing = check.isSuccess && !check.data.rows.some(({ changes }) => changes);
  const problem = nothing ? t(`rows.nothing.${status}`) : failed ? failureText(failed) : null;
  const act = t(status === 'Y' ? 'editor:rows.delete' : 'editor:rows.restore');
  return (
    <ReasonDialog
      opened
      size={WIDTH}
      title={act}
      options={options}
      // why rows are deleted is not guessed
      {...(status === 'Y' && { preset: null })}
      note={
        check.data ? (
          <RowStatusPreview checked={check.data} status={status} page={page} catalogue={catalogue} />
        ) : (
          check.isPending && <LoadingArea label={t('rows.asking')} />
        )
      }
      confirmLabel={act}
      problem={problem}
      pending={pending || check.isPending}
      isReady={() => check.isSuccess && !nothing}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
