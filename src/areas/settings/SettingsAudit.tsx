/** What was changed in the settings, newest first. */
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, EmptyState, type Paging } from '../../components/index.ts';
import { usePlace, useTimeZone } from '../../frame/place.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { settingsAuditQuery, type SettingsChange } from './settings.queries.ts';

const WIDTH_PX = 1100;

export function SettingsAudit({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = usePlace();
  const timeZone = useTimeZone();
  const [paging, setPaging] = useState<Paging>({ pageNo: 1, rowCount: 20 });
  const found = useQuery(settingsAuditQuery(sponsorKey, paging));
  const rows = found.data?.listInfo ?? [];
  const fieldOf = ({ field }: SettingsChange) => t(`audit.fields.${field.replace('caseNumber.', '')}`);
  return (
    <Modal
      opened
      onClose={onClose}
      size={WIDTH_PX}
      title={t('audit.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {found.isSuccess && rows.length === 0 ? (
        <EmptyState title={t('audit.none')} />
      ) : (
        <DataTable
          label={t('audit.title')}
          rows={rows}
          loading={found.isPending}
          rowKey={({ no }) => String(no)}
          paging={found.data?.pageInfo}
          onPaging={setPaging}
          columns={[
            { key: 'no', label: t('audit.no'), align: 'right', render: ({ no }) => no },
            { key: 'field', label: t('audit.field'), render: fieldOf },
            {
              key: 'value',
              label: t('audit.value'),
              render: ({ oldValue, newValue }) => (
                <>
                  <del>{oldValue}</del> <ins>{newValue}</ins>
                </>
              ),
            },
            { key: 'reason', label: t('audit.reason'), render: ({ reason }) => reason },
            { key: 'time', label: t('audit.time'), render: ({ time }) => formatTime(time, timeZone) },
            {
              key: 'user',
              label: t('audit.user'),
              render: ({ userId, userName }) => `${userId} (${userName})`,
            },
          ]}
        />
      )}
    </Modal>
  );
}
