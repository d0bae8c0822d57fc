/** The second coder approves the selected codes; shows the outcome for each. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewCodes, type CodingMenu, type ListRow } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { DataTable, Dialog, StatusBadge } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import classes from './coding.module.css';

const WIDTH_PX = 900;

export interface ReviewDialogProps {
  menuId: CodingMenu;
  /** each with the code it is shown with */
  rows: readonly ListRow[];
  onDone: () => Promise<void>;
  onClose: () => void;
}

export function ReviewDialog({ menuId, rows: chosen, onDone, onClose }: ReviewDialogProps) {
  const { t } = useTranslation(['coding', 'common']);
  // The rows at the time of opening: the list is read again under the dialog.
  const [rows] = useState(chosen);
  const reviewing = useMutation({
    meta: { ownFailure: true },
    mutationFn: () =>
      call(reviewCodes, {
        params: { menuId },
        body: {
          codes: rows.map(({ rowKey, cells }) => ({
            rowKey,
            code: cells['code'] ?? '',
            ...(cells['version'] !== undefined && { version: cells['version'] }),
            ...(cells['text'] !== undefined && { text: cells['text'] }),
          })),
        },
      }),
    onSuccess: onDone,
  });
  const outcomes = new Map(reviewing.data?.listInfo.map(({ rowKey, refusal }) => [rowKey, refusal]));
  const outcomeOf = ({ rowKey }: ListRow) => {
    const refusal = outcomes.get(rowKey);
    return refusal ? refusal.errMsg : <StatusBadge tone="success">{t('review.done')}</StatusBadge>;
  };
  const refused = [...outcomes.values()].filter((refusal) => refusal !== null).length;
  return (
    <Dialog busy={reviewing.isPending} size={WIDTH_PX} title={t('review.title')} onClose={onClose}>
      <Stack gap="sm">
        <Text role="status" fw={reviewing.data ? 600 : undefined}>
          {reviewing.data
            ? t('review.saved', { count: outcomes.size - refused, refused })
            : t('review.ask', { count: rows.length })}
        </Text>
        <FailureNotice error={reviewing.error} />
        <div className={classes.rows}>
          <DataTable
            label={t('review.title')}
            rows={rows}
            rowKey={({ rowKey }) => rowKey}
            columns={[
              {
                key: 'case',
                label: t('case'),
                render: ({ name }) => <span className={classes.caseNo}>{name}</span>,
              },
              { key: 'reported', label: t('reported'), render: ({ cells }) => cells['text'] },
              { key: 'term', label: t('term'), render: ({ cells }) => cells['term'] },
              { key: 'codeOf', label: t('codeOf'), render: ({ cells }) => cells['code'] },
              ...(reviewing.data ? [{ key: 'outcome', label: t('outcome'), render: outcomeOf }] : []),
            ]}
          />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={reviewing.isPending} onClick={onClose}>
            {t(reviewing.data ? 'common:close' : 'common:cancel')}
          </Button>
          {!reviewing.data && (
            <Button loading={reviewing.isPending} onClick={() => reviewing.mutate()} data-autofocus>
              {t('review.confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
