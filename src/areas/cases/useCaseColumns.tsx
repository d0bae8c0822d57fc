/** Columns of the case list. */
import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { PageInfo } from '../../../shared/contract/index.ts';
import { countDown, StatusBadge, type Column } from '../../components/index.ts';
import { formatDate, formatTime } from '../../i18n/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import type { CaseListRow } from './cases.queries.ts';

export function useCaseColumns(info: Static<typeof PageInfo> | undefined): Column<CaseListRow>[] {
  const { t } = useTranslation('cases');
  const { timeZone } = useSession();
  return useMemo(
    () => [
      {
        key: 'no',
        label: t('columns.no'),
        align: 'right',
        render: (_row, place) => info && countDown(info, place),
      },
      {
        key: 'caseNo',
        label: t('columns.caseNo'),
        sortable: true,
        render: ({ caseNo, versionNo }) => (versionNo > 1 ? `${caseNo} (${versionNo})` : caseNo),
      },
      { key: 'reportType', label: t('columns.reportType'), sortable: true, render: (row) => row.reportType },
      {
        key: 'patientName',
        label: t('columns.patientName'),
        sortable: true,
        render: (row) => row.patientName,
      },
      {
        key: 'ageSex',
        label: t('columns.ageSex'),
        render: ({ age, sex }) => [age, sex].filter(Boolean).join(' / '),
      },
      {
        key: 'productName',
        label: t('columns.productName'),
        sortable: true,
        render: (row) => row.productName,
      },
      { key: 'aeTerm', label: t('columns.aeTerm'), sortable: true, render: (row) => row.aeTerm },
      {
        key: 'serious',
        label: t('columns.serious'),
        render: ({ serious }) => serious && <StatusBadge tone="error">{t('serious')}</StatusBadge>,
      },
      { key: 'country', label: t('columns.country'), sortable: true, render: (row) => row.country },
      {
        key: 'firstReceived',
        label: t('columns.firstReceived'),
        sortable: true,
        render: ({ firstReceived }) => firstReceived && formatDate(firstReceived),
      },
      {
        key: 'mostRecent',
        label: t('columns.mostRecent'),
        sortable: true,
        render: ({ mostRecent }) => mostRecent && formatDate(mostRecent),
      },
      {
        key: 'status',
        label: t('columns.status'),
        render: ({ workflowStatus, reviewed, locked, deleted }) => (
          <Group gap={4} wrap="nowrap">
            <StatusBadge tone="neutral">{workflowStatus}</StatusBadge>
            {reviewed && <StatusBadge tone="success">{t('reviewed')}</StatusBadge>}
            {locked && <StatusBadge tone="warning">{t('locked')}</StatusBadge>}
            {deleted && <StatusBadge tone="error">{t('deleted')}</StatusBadge>}
          </Group>
        ),
      },
      {
        key: 'updatedAt',
        label: t('columns.updatedAt'),
        sortable: true,
        render: ({ updatedAt, updatedBy }) => `${formatTime(updatedAt, timeZone)} ${updatedBy}`,
      },
    ],
    [t, info, timeZone],
  );
}
