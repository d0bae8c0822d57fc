/** What deleting or restoring rows will do, and why it is done. */
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { ROW_REASONS } from '../../../../machines/case-status/reasons.ts';
import type { checkRowStatus, DataOf } from '../../../../shared/contract/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { LoadingArea, ReasonDialog } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { failureText } from '../../../frame/showFailure.ts';
import { rowCheckQuery } from './versions.queries.ts';

type Checked = DataOf<typeof checkRowStatus>['rows'];

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
  const check = useQuery({
    ...rowCheckQuery(caseKey, page, { rowNos: [...rowNos], status }),
    meta: { ownFailure: true },
  });
  const failed = error ?? check.error;
  const act = t(status === 'Y' ? 'editor:rows.delete' : 'editor:rows.restore');
  return (
    <ReasonDialog
      opened
      title={act}
      options={ROW_REASONS[status].map((value) => ({ value, label: t(`reasons.${value}`) }))}
      note={
        check.data ? (
          <Preview rows={check.data.rows} status={status} page={page} catalogue={catalogue} />
        ) : (
          check.isPending && <LoadingArea label={t('rows.asking')} />
        )
      }
      confirmLabel={act}
      problem={failed ? failureText(failed) : null}
      pending={pending || check.isPending}
      isReady={() => check.isSuccess}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

interface PreviewProps extends Pick<RowStatusDialogProps, 'page' | 'status' | 'catalogue'> {
  rows: Checked;
}

function Preview({ rows, status, page, catalogue }: PreviewProps) {
  const { t } = useTranslation('status');
  const { language } = usePlace();
  const nameOf = (group: string | null | undefined, place: number, label: string) => {
    const found = group ? catalogue.groups[group] : undefined;
    const row = found ? wordsIn(found.rowLabel, language) : '';
    return t(label ? 'rows.named' : 'rows.unnamed', { row, place, label });
  };
  const changing = rows.filter(({ changes }) => changes);
  return (
    <Stack gap={4}>
      <Text fw={600}>{t(`rows.will.${status}`, { count: changing.length })}</Text>
      <List size="sm">
        {changing.map(({ rowNo, label, referencedBy }) => (
          <List.Item key={rowNo}>
            {nameOf(catalogue.pages[page]?.group, rowNo, label)}
            {referencedBy.length > 0 && (
              <>
                {' '}
                <em>
                  {t('rows.referenced', {
                    others: referencedBy
                      .map((other) => nameOf(other.group, other.rowNo, other.label))
                      .join(', '),
                  })}
                </em>
              </>
            )}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
