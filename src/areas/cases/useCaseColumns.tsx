/** Columns of the case list: those of the list have a look of their own, those of items say what the case says. */
import { Group } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import { useTimeZone } from '../../frame/place.ts';
import type { PageInfo } from '../../../shared/contract/index.ts';
import { countDown, StatusBadge, type Column } from '../../components/index.ts';
import { formatDate, formatTime } from '../../i18n/formatTime.ts';
import classes from './CaseListPage.module.css';
import { CaseColumnFilter } from './CaseColumnFilter.tsx';
import type { CaseListRow, ListColumn } from './cases.queries.ts';
import { isSort } from './listAddress.ts';

type Cell = (row: CaseListRow) => ReactNode;

export function useCaseColumns(
  shown: readonly ListColumn[],
  info: Static<typeof PageInfo> | undefined,
): Column<CaseListRow>[] {
  const { t } = useTranslation('cases');
  const cells = useCells();
  return useMemo(
    () => [
      {
        key: 'no',
        label: t('columns.no'),
        align: 'right',
        render: (_row, place) => info && countDown(info, place),
      },
      ...shown.map((column): Column<CaseListRow> => {
        const { columnId, columnLabel } = column;
        return {
          key: columnId,
          label: columnLabel,
          sortable: isSort(columnId),
          tool: <CaseColumnFilter column={column} />,
          render: cells[columnId] ?? (({ items }) => <Clipped text={items[columnId] ?? null} />),
        };
      }),
    ],
    [t, shown, info, cells],
  );
}

function useCells(): Readonly<Record<string, Cell>> {
  const { t } = useTranslation('cases');
  const timeZone = useTimeZone();
  return useMemo(
    () => ({
      caseNo: ({ caseNo, versionNo }) => (
        <span className={classes.keep}>{versionNo > 1 ? `${caseNo} (${versionNo})` : caseNo}</span>
      ),
      reportType: ({ reportType }) => reportType,
      patientName: ({ patientName, age, sex }) => (
        <>
          {patientName}
          <span className={classes.second}>{[age, sex].filter(Boolean).join(', ')}</span>
        </>
      ),
      productName: ({ productName }) => <Clipped text={productName} />,
      aeTerm: ({ aeTerm }) => <Clipped text={aeTerm} />,
      serious: ({ serious }) => serious && <StatusBadge tone="error">{t('serious')}</StatusBadge>,
      country: ({ country }) => country,
      firstReceived: ({ firstReceived }) => <Day date={firstReceived} />,
      mostRecent: ({ mostRecent }) => <Day date={mostRecent} />,
      status: ({ workflowStatus, reviewed, locked, deleted, nullified }) => (
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
      updatedAt: ({ updatedAt, updatedBy }) => (
        <>
          <span className={classes.keep}>{formatTime(updatedAt, timeZone).slice(0, -3)}</span>
          <span className={classes.second}>{updatedBy}</span>
        </>
      ),
    }),
    [t, timeZone],
  );
}

const Day = ({ date }: { date: string | null }) =>
  date && <span className={classes.keep}>{formatDate(dayOf(date))}</span>;

/** A text of the reporter, at most two lines of it. */
const Clipped = ({ text }: { text: string | null }) =>
  text && (
    <span className={classes.clip} title={text}>
      {text}
    </span>
  );

/** An E2B date to the day: the hour it came in does not matter in a list. */
const dayOf = (date: string): string => date.slice(0, 8);
