/** One entry of the history: a file that was exported, or one that was imported with what became of its messages. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { fetchImportedFile, type DataOf, type readImport } from '../../../shared/contract/index.ts';
import { CallFailure, download } from '../../api/index.ts';
import { usePathTo, useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { DataTable, LoadingArea, PageHeader, StatusBadge, type Column } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { formatTime } from '../../i18n/formatTime.ts';
import { useMay } from '../../session/sessionStore.ts';
import { exportQuery, fileInfoQuery, importQuery } from './data.queries.ts';
import { ExportActions, ExportState } from './RecentExports.tsx';
import { useDataScope } from './useDataScope.ts';
import classes from './data.module.css';

const NOT_FOUND = 404;

/** Imports and exports share their numbers: what is no export is an import. */
export function DataDetailPage() {
  const dataKey = Number(useParams()['dataKey']);
  const exported = useQuery({ ...exportQuery(useDataScope(), dataKey), retry: false });
  if (exported.isPending) return <LoadingArea />;
  if (exported.data) return <ExportDetail dataKey={dataKey} />;
  const isImport = exported.error instanceof CallFailure && exported.error.status === NOT_FOUND;
  return isImport ? <ImportDetail dataKey={dataKey} /> : <FailureNotice error={exported.error} />;
}

function ExportDetail({ dataKey }: { dataKey: number }) {
  const { t } = useTranslation('data');
  const timeZone = useTimeZone();
  const { data } = useQuery(exportQuery(useDataScope(), dataKey));
  if (!data) return null;
  const { name, format, sentence, cases, rows, at, userName, expiresAt, fileName } = data;
  return (
    <div className={classes.page}>
      <PageHeader
        title={name}
        subtitle={<ExportState exported={data} />}
        actions={<ExportActions exported={data} />}
      />
      <dl className={classes.facts}>
        <dt>{t('library.question')}</dt>
        <dd>{sentence}</dd>
        <dt>{t('file.format')}</dt>
        <dd>{t(`formats.${format}`)}</dd>
        <dt>{t('detail.cases')}</dt>
        <dd>{cases ?? ''}</dd>
        <dt>{t('detail.rows')}</dt>
        <dd>{rows}</dd>
        <dt>{t('detail.file')}</dt>
        <dd>{fileName ?? ''}</dd>
        <dt>{t('detail.by')}</dt>
        <dd>
          {userName}, {formatTime(at, timeZone)}
        </dd>
        {expiresAt && (
          <>
            <dt>{t('detail.until')}</dt>
            <dd>{formatTime(expiresAt, timeZone)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

type Imported = DataOf<typeof readImport>['cases'][number];

function ImportDetail({ dataKey }: { dataKey: number }) {
  const { t } = useTranslation(['data', 'import']);
  const { sponsorKey } = useRouteContext();
  const scope = useDataScope();
  const timeZone = useTimeZone();
  const to = usePathTo();
  const mayFetch = useMay('EDIT.DATA');
  const imported = useQuery(importQuery(scope, sponsorKey, dataKey));
  const info = useQuery(fileInfoQuery(scope, dataKey));
  const columns: Column<Imported>[] = [
    { key: 'message', label: t('import:columns.message'), align: 'right', render: ({ message }) => message },
    {
      key: 'decision',
      label: t('import:columns.decision'),
      render: ({ decision }) => (
        <StatusBadge tone={decision === 'refused' ? 'error' : decision === 'new' ? 'success' : 'info'}>
          {t(`import:decisions.${decision}`, { defaultValue: decision })}
        </StatusBadge>
      ),
    },
    {
      key: 'case',
      label: t('import:columns.case'),
      render: ({ caseKey, caseNo }) =>
        caseKey === null ? caseNo : <Link to={to(`case/${caseKey}/detail`)}>{caseNo}</Link>,
    },
    { key: 'file', label: t('import:columns.file'), render: ({ fileName }) => fileName },
    { key: 'why', label: t('detail.why'), render: ({ problem }) => problem ?? '' },
    {
      key: 'findings',
      label: t('detail.findings'),
      align: 'right',
      render: ({ findings }) => findings.length,
    },
    {
      key: 'residue',
      label: t('detail.residue'),
      render: ({ residue }) =>
        residue.length === 0 ? (
          '0'
        ) : (
          <details>
            <summary>{residue.length}</summary>
            <ul>
              {residue.map(({ path, line, text }) => (
                <li key={`${line} ${path}`}>
                  {t('import:residueAt', { line })} {path} {text}
                </li>
              ))}
            </ul>
          </details>
        ),
    },
  ];
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
              onClick={() => void download(fetchImportedFile, { params: { dataKey } })}
            >
              {t('detail.original')}
            </Button>
          )
        }
      />
      <FailureNotice error={imported.error} />
      {info.data && info.data.same.length > 0 && (
        <Notice tone="warning" title={t('detail.same')}>
          <ul>
            {info.data.same.map((other) => (
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
      )}
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
        <DataTable
          label={t('detail.messages')}
          rows={imported.data.cases}
          rowKey={({ fileName, message }) => `${fileName} ${message}`}
          columns={columns}
          empty={t('detail.noMessages')}
          wide
        />
      )}
    </div>
  );
}
