/** What deleting or restoring rows will do, and why it is done. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { ROW_REASONS } from '../../../../machines/case-status/reasons.ts';
import { LoadingArea, ReasonDialog } from '../../../components/index.ts';
import type { DialogHandle } from '../../../components/useDialog.ts';
import { reasonProps } from '../../../feedback/reasonProps.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { reasonList, useReasons } from '../../../session/ownReasons.ts';
import { RowStatusPreview } from './RowStatusPreview.tsx';
import { rowCheckQuery } from './versions.queries.ts';

const WIDTH = '36rem';

/** Rows that are deleted (Y) or restored (N). */
export interface RowStatusChange {
  rowNos: number[];
  status: 'Y' | 'N';
}

export interface RowStatusDialogProps {
  caseKey: number;
  page: string;
  catalogue: Catalogue;
  dialog: DialogHandle<RowStatusChange, string>;
}

export function RowStatusDialog({ dialog, ...of }: RowStatusDialogProps) {
  return dialog.subject && <OpenDialog {...of} dialog={dialog} change={dialog.subject} />;
}

function OpenDialog({
  caseKey,
  page,
  catalogue,
  dialog,
  change: { rowNos, status },
}: RowStatusDialogProps & { change: RowStatusChange }) {
  const { t } = useTranslation(['status', 'editor']);
  const options = useReasons(
    reasonList('ROW', status),
    ROW_REASONS[status].map((value) => ({ value, label: t(`reasons.${value}`) })),
  );
  const check = useQuery({
    ...rowCheckQuery(caseKey, page, { rowNos, status }),
    meta: { ownFailure: true },
  });
  const failed = dialog.error ?? check.error;
  const nothing = check.isSuccess && !check.data.rows.some(({ changes }) => changes);
  const problem = nothing ? t(`rows.nothing.${status}`) : failed ? failureText(failed) : null;
  const act = t(status === 'Y' ? 'editor:rows.delete' : 'editor:rows.restore');
  return (
    <ReasonDialog
      {...reasonProps(dialog)}
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
      waiting={check.isPending}
      isReady={() => check.isSuccess && !nothing}
    />
  );
}
