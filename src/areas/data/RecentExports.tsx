/** The latest files of the user: how far each is, cancelled, made again, fetched. */
import { Button, Group, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fetchExport, repeatExport, stopExport, type DataExport } from '../../../shared/contract/index.ts';
import { call, download } from '../../api/index.ts';
import { usePathTo, useTimeZone } from '../../app-context/routeContext.ts';
import { DataTable, StatusBadge, Timestamp, type Column, type Tone } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { DATA, exportsQuery, isBeingMade } from './data.queries.ts';
import { useDataScope } from './useDataScope.ts';
import classes from './data.module.css';

const TONES: Readonly<Record<DataExport['state'], Tone>> = {
  requested: 'info',
  running: 'info',
  done: 'success',
  stopped: 'neutral',
  failed: 'error',
  expired: 'neutral',
};

export function RecentExports() {
  const { t } = useTranslation('data');
  const to = usePathTo();
  const timeZone = useTimeZone();
  const exports = useQuery(exportsQuery(useDataScope()));
  const columns: Column<DataExport>[] = [
    {
      key: 'name',
      label: t('file.name'),
      render: ({ dataKey, name }) => <Link to={to(`data/history/${dataKey}/import-detail`)}>{name}</Link>,
    },
    { key: 'format', label: t('file.format'), render: ({ format }) => t(`formats.${format}`) },
    { key: 'at', label: t('recent.at'), render: ({ at }) => <Timestamp iso={at} timeZone={timeZone} /> },
    { key: 'state', label: t('recent.state'), render: (one) => <ExportState exported={one} /> },
    { key: 'actions', label: t('recent.actions'), render: (one) => <ExportActions exported={one} /> },
  ];
  return (
    <section className={classes.section} aria-label={t('recent.title')}>
      <div className={classes.head}>
        <h2>{t('recent.title')}</h2>
        <Link to={to('data/history/list')}>{t('recent.all')}</Link>
      </div>
      <FailureNotice error={exports.error} />
      {exports.data && (
        <DataTable
          label={t('recent.title')}
          rows={exports.data}
          rowKey={({ exportKey }) => exportKey}
          columns={columns}
          empty={t('recent.none')}
          grid
        />
      )}
    </section>
  );
}

export function ExportState({ exported }: { exported: DataExport }) {
  const { t } = useTranslation('data');
  const { state, rows, totalCount, name, error } = exported;
  return (
    <div>
      <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
      {isBeingMade(exported) && (
        <Progress
          mt={4}
          w={140}
          value={totalCount > 0 ? (100 * rows) / totalCount : 0}
          aria-label={t('recent.progress', { name })}
        />
      )}
      {error !== null && state === 'failed' && <div className={classes.problem}>{error}</div>}
    </div>
  );
}

export function ExportActions({ exported }: { exported: DataExport }) {
  const { t } = useTranslation('data');
  const queries = useQueryClient();
  const { dataKey, state, name, own } = exported;
  const params = { dataKey };
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => queries.invalidateQueries({ queryKey: DATA }),
  });
  if (!own) return null;
  return (
    <Group gap={4}>
      {isBeingMade(exported) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('recent.cancelOf', { name })}
          onClick={() => act.mutate(() => call(stopExport, { params }))}
        >
          {t('recent.cancel')}
        </Button>
      )}
      {(state === 'failed' || state === 'stopped') && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('recent.retryOf', { name })}
          onClick={() => act.mutate(() => call(repeatExport, { params }))}
        >
          {t('recent.retry')}
        </Button>
      )}
      {state === 'done' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('recent.fetchOf', { name })}
          onClick={() => act.mutate(() => download(fetchExport, { params }))}
        >
          {t('recent.fetch')}
        </Button>
      )}
    </Group>
  );
}
