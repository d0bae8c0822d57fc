/** The way a case took: every routing, newest first. */
import { useTranslation } from 'react-i18next';
import { DataTable, EmptyState, StatusBadge, type Paging } from '../../../components/index.ts';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { formatDate, formatTime } from '../../../i18n/formatTime.ts';
import type { CaseWorkflow } from '../../../workflow/index.ts';

/** characters; comments may be of any length */
const SHOWN_OF_COMMENTS = 160;

type Entry = CaseWorkflow['listInfo'][number];

export interface WorkflowHistoryProps {
  workflow: CaseWorkflow;
  onPaging: (paging: Paging) => void;
}

export function WorkflowHistory({ workflow, onPaging }: WorkflowHistoryProps) {
  const { t } = useTranslation('workflow');
  const timeZone = useTimeZone();
  const { listInfo, pageInfo } = workflow;
  const time = (iso: string | null) => (iso === null ? '' : formatTime(iso, timeZone));
  if (listInfo.length === 0) return <EmptyState title={t('history.none')} />;
  return (
    <DataTable
      label={t('history.title')}
      rows={listInfo}
      rowKey={({ stepNo }) => String(stepNo)}
      paging={pageInfo}
      onPaging={onPaging}
      columns={[
        { key: 'no', label: t('history.no'), align: 'right', render: ({ stepNo }) => stepNo },
        { key: 'at', label: t('history.at'), render: ({ at }) => time(at) },
        { key: 'by', label: t('history.by'), render: (entry) => <ActedBy entry={entry} /> },
        {
          key: 'from',
          label: t('history.from'),
          render: ({ fromStatus }) => fromStatus ?? t('history.begun'),
        },
        {
          key: 'to',
          label: t('history.to'),
          render: ({ taken: actions, handedOver, toStatus }) =>
            actions ? t('history.taken') : handedOver ? t('history.handedOver') : toStatus,
        },
        { key: 'role', label: t('role'), render: ({ roleName }) => roleName ?? '' },
        { key: 'user', label: t('user'), render: ({ userName }) => userName ?? '' },
        {
          key: 'comments',
          label: t('comments'),
          render: ({ comments }) => <Comments text={comments} />,
        },
        { key: 'due', label: t('history.due'), render: ({ dueAt }) => time(dueAt) },
        {
          key: 'delay',
          label: t('history.delay'),
          render: ({ delayDays }) =>
            delayDays === null ? t('history.noDelay') : t('chart.days', { count: delayDays }),
        },
        {
          key: 'recent',
          label: t('history.mostRecent'),
          render: ({ mostRecent: received }) => (received === null ? '' : formatDate(received)),
        },
      ]}
    />
  );
}

function ActedBy({ entry: { byName, overrideReason } }: { entry: Entry }) {
  const { t } = useTranslation('workflow');
  return (
    <>
      {byName}
      {overrideReason !== null && (
        <>
          {' '}
          <StatusBadge tone="warning">{t('history.overridden')}</StatusBadge> {overrideReason}
        </>
      )}
    </>
  );
}

function Comments({ text }: { text: string }) {
  if (text.length <= SHOWN_OF_COMMENTS) return text;
  return (
    <details>
      <summary>{text.slice(0, SHOWN_OF_COMMENTS)}…</summary>
      {text.slice(SHOWN_OF_COMMENTS)}
    </details>
  );
}
