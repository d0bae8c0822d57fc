/** One entry of the history: a file that was exported, or one that was imported with what became of its messages. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { DataOf, readExport } from '../../../shared/contract/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { LoadingArea, PageHeader } from '../../components/index.ts';
import { LoadedArea } from '../../feedback/LoadedArea.tsx';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { formatTime } from '../../i18n/formatTime.ts';
import { entryOfHistoryQuery, exportQuery } from './data.queries.ts';
import { ImportDetail } from './ImportDetail.tsx';
import { ExportActions, ExportState } from './RecentExports.tsx';
import { useDataScope } from './useDataScope.ts';
import classes from './data.module.css';

/** Imports and exports share their numbers. */
export function DataDetailPage() {
  const dataKey = Number(useParams()['dataKey']);
  const entry = useQuery(entryOfHistoryQuery(useDataScope(), dataKey));
  if (entry.isPending) return <LoadingArea />;
  if (!entry.data) return <PageFailure error={entry.error} onRetry={() => void entry.refetch()} />;
  return entry.data.kind === 'export' ? (
    <ExportDetail dataKey={dataKey} />
  ) : (
    <ImportDetail dataKey={dataKey} />
  );
}

function ExportDetail({ dataKey }: { dataKey: number }) {
  const exported = useQuery(exportQuery(useDataScope(), dataKey));
  return <LoadedArea query={exported}>{(data) => <Exported data={data} />}</LoadedArea>;
}

function Exported({ data }: { data: DataOf<typeof readExport> }) {
  const { t } = useTranslation('data');
  const timeZone = useTimeZone();
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
