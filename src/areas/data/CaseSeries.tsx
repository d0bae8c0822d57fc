/** Case series frozen from a question, and one of them beside the answer of the question now. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePathTo, useTimeZone } from '../../app-context/routeContext.ts';
import { DataTable, Timestamp } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { comparisonQuery, seriesQuery } from './data.queries.ts';
import { useDataScope } from './useDataScope.ts';
import classes from './data.module.css';

const DIFFERENCES = ['added', 'gone', 'changed'] as const;

export function CaseSeries({ libraryKey }: { libraryKey: number }) {
  const { t } = useTranslation('data');
  const timeZone = useTimeZone();
  const series = useQuery(seriesQuery(useDataScope(), libraryKey));
  const [compared, setCompared] = useState<number | null>(null);
  return (
    <section className={classes.section} aria-label={t('series.title')}>
      <h2>{t('series.title')}</h2>
      <DataTable
        label={t('series.title')}
        rows={series.data ?? []}
        rowKey={({ seriesKey }) => String(seriesKey)}
        loading={series.isPending}
        empty={t('series.none')}
        grid
        columns={[
          {
            key: 'at',
            label: t('series.at'),
            render: ({ at }) => <Timestamp iso={at} timeZone={timeZone} />,
          },
          { key: 'user', label: t('series.user'), render: ({ userName }) => userName },
          {
            key: 'version',
            label: t('library.version'),
            align: 'right',
            render: ({ versionNo }) => versionNo,
          },
          { key: 'count', label: t('series.count'), align: 'right', render: ({ count }) => count },
          {
            key: 'compare',
            label: t('recent.actions'),
            render: ({ seriesKey }) => (
              <Button size="compact-sm" variant="default" onClick={() => setCompared(seriesKey)}>
                {t('series.compare')}
              </Button>
            ),
          },
        ]}
      />
      {compared !== null && <Comparison libraryKey={libraryKey} seriesKey={compared} />}
    </section>
  );
}

function Comparison({ libraryKey, seriesKey }: { libraryKey: number; seriesKey: number }) {
  const { t } = useTranslation('data');
  const to = usePathTo();
  const compared = useQuery(comparisonQuery(useDataScope(), libraryKey, seriesKey));
  const { data } = compared;
  return (
    <div role="status">
      <FailureNotice error={compared.error} />
      {data && (
        <>
          <p className={classes.count}>
            {t('series.comparison', {
              same: data.same,
              added: data.addedCount,
              gone: data.goneCount,
              changed: data.changedCount,
            })}
          </p>
          {DIFFERENCES.map((difference) =>
            data[difference].length === 0 ? null : (
              <p key={difference}>
                {t(`series.${difference}`)}{' '}
                {data[difference].map(({ caseKey, caseNo }) => (
                  <Link key={caseKey} to={to(`case/${caseKey}/detail`)} style={{ marginInlineEnd: 8 }}>
                    {caseNo}
                  </Link>
                ))}
              </p>
            ),
          )}
        </>
      )}
    </div>
  );
}
