/** Columns of the case list. */
import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { PageInfo } from '../../../shared/contract/index.ts';
import { countDown, StatusBadge, type Column } from '../../components/index.ts';
import { formatDate, formatTime } from '../../i18n/formatTime.ts';
import { useSession } from '../../session/sessionStore.ts';
import classes from './CaseListPage.module.css';
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
        render: ({ caseNo, versionNo }) => (
          <span className={classes.keep}>{versionNo > 1 ? `${caseNo} (${versionNo})` : caseNo}</span>
        ),
      },
      { key: 'reportType', label: t('columns.reportType'), sortable: true, render: (row) => row.reportType },
      {
        key: 'patientName',
        label: t('columns.patientName'),
        sortable: true,
        render: ({ patientName, age, sex }) => (
          <>
            {patientName}
            <span className={classes.second}>{[age, sex].filter(Boolean).join(', ')}</span>
          </>
        ),
      },
      {
        key: 'productName',
        label: t('columns.productName'),
        sortable: true,
        render: ({ productName }) => <Clipped text={productName} />,
      },
      {
        key: 'aeTerm',
        label: t('columns.aeTerm'),
        sortable: true,
        render: ({ aeTerm }) => <Clipped text={aeTerm} />,
      },
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
        render: ({ firstReceived }) =>
          firstReceived && <span className={classes.keep}>{formatDate(dayOf(firstReceived))}</span>,
      },
      {
        key: 'mostRecent',
        label: t('columns.mostRecent'),
        sortable: true,
        render: ({ mostRecent }) =>
          mostRecent && <span className={classes.keep}>{formatDate(dayOf(mostRecent))}</span>,
      },
      {
        key: 'status',
        label: t('columns.status'),
        render: ({ workflowStatus, reviewed, locked, deleted, nullified }) => (
          <Group gap={4} wrap="nowrap">
            <StatusBadge tone="neutral">
              {t(`workflow.${workflowStatus}`, { defaultValue: workflowStatus })}
            </StatusBadge>
            {reviewed && <StatusBadge tone="success">{t('reviewed')}</StatusBadge>}
            {locked && <StatusBadge tone="warning">{t('locked')}</StatusBadge>}
            {deleted && <StatusBadge tone="error">{t('deleted')}</StatusBadge>}
            {nullified && <StatusBadge tone="error">{t('nullified')}</StatusBadge>}
          </Group>
        ),
      },
      {
        key: 'updatedAt',
        label: t('columns.updatedAt'),
        sortable: true,
        render: ({ updatedAt, updatedBy }) => (
          <>
            <span className={classes.keep}>{formatTime(updatedAt, timeZone).slice(0, -3)}</span>
            <span className={classes.second}>{updatedBy}</span>
          </>
        ),
      },
    ],
    [t, info, timeZone],
  );
}

/** A text of the reporter, at most two lines of it. */
const Clipped = ({ text }: { text: string | null }) =>
  text && (
    <span className={classes.clip} title={text}>
      {text}
    </span>
  );

/** An E2B date to the day: the hour it came in does not matter in a list. */
const dayOf = (date: string): string => date.slice(0, 8);
