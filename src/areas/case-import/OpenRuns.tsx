/** Imports of the user that have not ended. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImportRun } from '../../../shared/contract/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { DataTable, StatusBadge, Timestamp, type Column, type Tone } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { namesOf, openRunsQuery } from './importRuns.queries.ts';
import { useImportScope } from './useImportScope.ts';
import classes from './ImportPage.module.css';

const TONES: Readonly<Record<ImportRun['state'], Tone>> = {
  receiving: 'info',
  reading: 'info',
  failed: 'error',
  deciding: 'warning',
  importing: 'info',
  stopped: 'warning',
  done: 'success',
  closed: 'neutral',
};

export function OpenRuns({ onOpen }: { onOpen: (runKey: string) => void }) {
  const { t } = useTranslation('import');
  const timeZone = useTimeZone();
  const runs = useQuery(openRunsQuery(useImportScope()));
  if (!runs.data || runs.data.length === 0) return <FailureNotice error={runs.error} />;
  const columns: Column<ImportRun>[] = [
    { key: 'files', label: t('columns.file'), render: namesOf },
    { key: 'at', label: t('open.at'), render: ({ at }) => <Timestamp iso={at} timeZone={timeZone} /> },
    {
      key: 'state',
      label: t('open.state'),
      render: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>,
    },
    { key: 'messages', label: t('open.messages'), align: 'right', render: ({ messages }) => messages },
    {
      key: 'expiresAt',
      label: t('open.until'),
      render: ({ expiresAt }) => expiresAt && <Timestamp iso={expiresAt} timeZone={timeZone} />,
    },
    {
      key: 'actions',
      label: t('columns.actions'),
      render: (run) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('open.openOf', { files: namesOf(run) })}
          onClick={() => onOpen(run.runKey)}
        >
          {t('open.open')}
        </Button>
      ),
    },
  ];
  return (
    <section className={classes.section} aria-label={t('open.title')}>
      <h2>{t('open.title')}</h2>
      <DataTable
        label={t('open.title')}
        rows={runs.data}
        rowKey={({ runKey }) => runKey}
        columns={columns}
        grid
      />
    </section>
  );
}
