/** A page of figures as it was saved; on request, what has changed since. */
import { Alert, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { DataOf, MonitoringFigures, readMonitoringRun } from '../../../shared/contract/index.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { LoadingArea, PageHeader, StatusBadge, Timestamp } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { useMay } from '../../session/sessionStore.ts';
import { figuresQuery, runQuery, type Period } from './monitoring.queries.ts';
import { monthInWords } from './months.ts';
import { Panels } from './Panels.tsx';
import classes from './monitoring.module.css';

export function MonitoringRunPage() {
  const { runKey } = useParams();
  const run = useQuery(runQuery(useRouteContext(), Number(runKey)));
  if (run.error) return <PageFailure error={run.error} onRetry={() => void run.refetch()} />;
  return run.data ? <SavedPage run={run.data} /> : <LoadingArea />;
}

const periodOf = ({ from, to }: MonitoringFigures): Period | null =>
  from === null || to === null ? null : { from, to };

function SavedPage({
  run: { figures, closes, limited, comment, userName, at },
}: {
  run: DataOf<typeof readMonitoringRun>;
}) {
  const { t } = useTranslation('monitoring');
  const timeZone = useTimeZone();
  const mayCompute = useMay('EDIT.MONITORING');
  const [compared, setCompared] = useState(false);
  const now = useQuery({
    ...figuresQuery(useRouteContext(), figures.page, periodOf(figures)),
    enabled: compared,
  });
  const period = periodOf(figures);
  return (
    <div className={classes.page}>
      <PageHeader
        title={[
          figures.label,
          ...(period === null ? [] : [[...new Set([period.from, period.to])].map(monthInWords).join(' – ')]),
        ].join(', ')}
        subtitle={closes !== null && <StatusBadge tone="success">{t('closed')}</StatusBadge>}
        actions={
          mayCompute && (
            <Switch
              label={t('compare')}
              checked={compared}
              onChange={(event) => setCompared(event.currentTarget.checked)}
            />
          )
        }
      />
      <p className={classes.dim}>
        {t('savedBy', { userName })} <Timestamp iso={at} timeZone={timeZone} /> ({timeZone})
        {comment !== '' && ` · ${comment}`}
      </p>
      <Alert mb="sm">{t('frozen')}</Alert>
      {limited && (
        <Alert mb="sm" color="yellow">
          {t('limited')}
        </Alert>
      )}
      {compared && now.error && <FailureNotice error={now.error} />}
      <Panels figures={figures} now={compared ? now.data : undefined} />
    </div>
  );
}
