/** A file that was imported: what became of each of its messages, and the acknowledgements for its senders. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  fetchAcknowledgement,
  fetchImportedFile,
  type ImportDetail as Detail,
} from '../../../shared/contract/index.ts';
import { download } from '../../api/index.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import { usePathTo, useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { DataTable, PageHeader, StatusBadge, type Column, type Paging } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { formatTime } from '../../i18n/formatTime.ts';
import { OutcomeBadge, ProposalBadge } from '../../import-view/ImportBadges.tsx';
import { MessageDetails } from '../../import-view/MessageDetails.tsx';
import { useMay } from '../../session/sessionStore.ts';
import { SendingOf } from './SendingOf.tsx';
import { DATA, fileInfoQuery, importQuery } from './data.queries.ts';
import { useDataScope } from './useDataScope.ts';
import classes from './data.module.css';

type Imported = Detail['cases'][number];
type Batch = Detail['batches'][number];

const DEFAULT_ROWS = 20;

export function ImportDetail({ dataKey }: { dataKey: number }) {
  const { t } = useTranslation('data');
  const { sponsorKey } = useRouteContext();
  const scope = useDataScope();
  const timeZone = useTimeZone();
  const mayFetch = useMay('EDIT.DATA');
  const [page, setPage] = useState<Paging>({ pageNo: 1, rowCount: DEFAULT_ROWS });
  const imported = useQuery(importQuery(scope, sponsorKey, dataKey, page));
  const info = useQuery(fileInfoQuery(scope, dataKey));
  return (
    <div className={classes.page}>
      <PageHeader
        title={imported.data?.fileName ?? t('detail.import')}
        actions={
          mayFetch &&
          imported.data && (
            <Button
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              onClick={() => void downloadOrTell(fetchImportedFile, { params: { dataKey } })}
            >
              {t('detail.original')}
            </Button>
          )
        }
      />
      <FailureNotice error={imported.error} />
      <SameFile dataKey={dataKey} />
      {info.data && (
        <dl className={classes.facts}>
          <dt>{t('detail.by')}</dt>
          <dd>
            {info.data.userId}, {formatTime(info.data.at, timeZone)}
          </dd>
          <dt>SHA-256</dt>
          <dd>{info.data.hash}</dd>
        </dl>
      )}
      {imported.data && (
        <>
          <Messages {...imported.data} page={page} onPaging={setPage} />
          <Batches dataKey={dataKey} batches={imported.data.batches} mayFetch={mayFetch} />
        </>
      )}
    </div>
  );
}

function SameFile({ dataKey }: { dataKey: number }) {
  const { t } = useTranslation('data');
  const timeZone = useTimeZone();
  const to = usePathTo();
  const { data } = useQuery(fileInfoQuery(useDataScope(), dataKey));
  if (!data || data.same.length === 0) return null;
  return (
    <Notice tone="warning" title={t('detail.same')}>
      <ul>
        {data.same.map((other) => (
          <li key={other.dataKey}>
            <Link to={to(`data/history/${other.dataKey}/import-detail`)}>
              {t('detail.sameAs', {
                number: other.dataKey,
                file: other.fileName,
                at: formatTime(other.at, timeZone),
                user: other.userId,
              })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface MessagesProps extends Pick<Detail, 'cases' | 'caseCount'> {
  page: Paging;
  onPaging: (page: Paging) => void;
}

function Messages({ cases, caseCount, page, onPaging }: MessagesProps) {
  const { t } = useTranslation(['data', 'import']);
  const timeZone = useTimeZone();
  const to = usePathTo();
  const columns: Column<Imported>[] = [
    {
      key: 'message',
      label: t('import:columns.message'),
      align: 'right',
      render: ({ message }) => message || '–',
    },
    {
      key: 'file',
      label: t('import:columns.file'),
      render: ({ fileName, form }) => (
        <>
          {fileName} {form === 'R2' && <StatusBadge tone="neutral">E2B(R2)</StatusBadge>}
          {(form === 'XLSX' || form === 'PDF') && <StatusBadge tone="neutral">{form}</StatusBadge>}
        </>
      ),
    },
    { key: 'number', label: t('detail.number'), render: ({ caseNumber }) => caseNumber },
    {
      key: 'outcome',
      label: t('detail.outcome'),
      render: ({ decision }) => <OutcomeBadge outcome={decision} />,
    },
    {
      key: 'case',
      label: t('import:columns.case'),
      render: ({ caseKey, caseNo }) =>
        caseKey === null ? caseNo : <Link to={to(`case/${caseKey}/detail`)}>{caseNo}</Link>,
    },
    {
      key: 'proposal',
      label: t('import:columns.proposal'),
      render: ({ proposal }) => proposal && <ProposalBadge proposal={proposal} />,
    },
    {
      key: 'why',
      label: t('detail.why'),
      render: ({ problem, userDecision }) => (
        <>
          {problem && <div>{problem}</div>}
          {userDecision && (
            <div>
              {t('detail.decidedBy', {
                user: userDecision.userName,
                at: formatTime(userDecision.at, timeZone),
                reason: userDecision.reason,
              })}
            </div>
          )}
        </>
      ),
    },
    {
      key: 'found',
      label: t('detail.findings'),
      render: (one) =>
        one.findings.length + one.residue.length + one.notes.length + one.cells.length === 0 ? (
          t('detail.nothingFound')
        ) : (
          <MessageDetails {...one} />
        ),
    },
  ];
  return (
    <DataTable
      label={t('detail.messages')}
      rows={cases}
      rowKey={({ seq }) => String(seq)}
      columns={columns}
      empty={t('detail.noMessages')}
      paging={{ ...page, totalCount: caseCount, totalPage: Math.ceil(caseCount / page.rowCount) }}
      onPaging={onPaging}
      fullText
    />
  );
}

interface BatchesProps extends Pick<Detail, 'batches'> {
  dataKey: number;
  mayFetch: boolean;
}

/** One row a batch: its acknowledgement is in its own form, E2B(R3) or E2B(R2). */
function Batches({ dataKey, batches, mayFetch }: BatchesProps) {
  const { t } = useTranslation('data');
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const fetch = useMutation({
    mutationFn: (batchNo: number) => download(fetchAcknowledgement, { params: { dataKey, batchNo } }),
    onSettled: () => queries.invalidateQueries({ queryKey: DATA }),
  });
  const columns: Column<Batch>[] = [
    { key: 'number', label: t('batches.number'), render: ({ batchNumber }) => batchNumber },
    { key: 'file', label: t('detail.file'), render: ({ fileName }) => fileName },
    { key: 'sender', label: t('batches.sender'), render: ({ sender }) => sender },
    { key: 'receiver', label: t('batches.receiver'), render: ({ receiver }) => receiver },
    {
      key: 'code',
      label: t('batches.code'),
      render: ({ acknowledgementCode: code }) => code && `${code}: ${t(`batches.codes.${code}`)}`,
    },
    {
      key: 'acknowledgement',
      label: t('batches.acknowledgement'),
      render: ({ acknowledged, canBeAcknowledged, ...batch }) => (
        <>
          {canBeAcknowledged && mayFetch && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('batches.fetchOf', { number: batch.batchNumber })}
              onClick={() => fetch.mutate(batch.batchNo)}
            >
              {t('batches.fetch')}
            </Button>
          )}
          {canBeAcknowledged && <SendingOf {...batch} dataKey={dataKey} mayChange={mayFetch} />}
          {!canBeAcknowledged && t(batch.batchNumber === null ? 'batches.noNumber' : 'batches.notOver')}
          {acknowledged && (
            <div className={classes.note}>
              {t('batches.fetched', {
                user: acknowledged.userName,
                at: formatTime(acknowledged.at, timeZone),
              })}
            </div>
          )}
        </>
      ),
    },
  ];
  return (
    <section className={classes.section} aria-label={t('batches.title')}>
      <div className={classes.head}>
        <h2>{t('batches.title')}</h2>
      </div>
      <DataTable
        label={t('batches.title')}
        rows={batches}
        rowKey={({ batchNo }) => String(batchNo)}
        columns={columns}
        fullText
      />
    </section>
  );
}
