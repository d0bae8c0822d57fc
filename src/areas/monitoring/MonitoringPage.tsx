/** Pages of figures, a tab each; the address names the tab and the period. Each figure leads to the list behind it. */
import { Button, Group, NativeSelect, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { MAX_MONITORING_MONTHS, type MonitoringFigures } from '../../../shared/contract/index.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { userNow } from '../../clock/index.ts';
import { LoadingArea, PageHeader, Timestamp } from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { figuresQuery, pagesQuery, type MonitoringPages, type Period } from './monitoring.queries.ts';
import { monthBefore, monthInWords, monthsUntil } from './months.ts';
import { Panels } from './Panels.tsx';
import { SaveRun } from './SaveRun.tsx';
import classes from './monitoring.module.css';

/** Months of the period until another one is chosen. */
const MONTHS = 12;

const thisMonth = (): string => {
  const { at, timeZone } = userNow();
  return dayAt(at.getTime(), timeZone).slice(0, 6);
};

export function MonitoringPage() {
  const { t } = useTranslation('monitoring');
  const pages = useQuery(pagesQuery(useRouteContext()));
  if (pages.error) return <FailedArea kind="page" error={pages.error} onRetry={() => void pages.refetch()} />;
  return (
    <div className={classes.page}>
      {pages.data ? <PagesByTab pages={pages.data.listInfo} /> : <LoadingArea label={t('reading')} />}
    </div>
  );
}

function PagesByTab({ pages }: { pages: MonitoringPages }) {
  const { t } = useTranslation('monitoring');
  const [query, setQuery] = useSearchParams();
  const shown = pages.find(({ page }) => page === query.get('part')) ?? pages[0];
  if (!shown) return null;
  const latest = thisMonth();
  const period = shown.hasPeriod
    ? { from: query.get('from') ?? monthBefore(latest, MONTHS - 1), to: query.get('to') ?? latest }
    : null;
  const show = (part: string, { from, to }: Partial<Period>) =>
    setQuery({ part, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  return (
    <Tabs
      value={shown.page}
      keepMounted={false}
      onChange={(next) => show(next ?? shown.page, period ?? {})}
      classNames={{ panel: classes.tab }}
    >
      <PageHeader title={t('title')} />
      <Tabs.List aria-label={t('title')}>
        {pages.map(({ page, label }) => (
          <Tabs.Tab key={page} value={page}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {pages.map(({ page }) => (
        <Tabs.Panel key={page} value={page}>
          <FiguresOf
            page={page}
            period={period}
            latest={latest}
            onPeriod={(changed) => show(page, { ...period, ...changed })}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface FiguresOfProps {
  page: string;
  period: Period | null;
  latest: string;
  onPeriod: (changed: Partial<Period>) => void;
}

function FiguresOf({ page, period, latest, onPeriod }: FiguresOfProps) {
  const { t } = useTranslation('monitoring');
  const figures = useQuery(figuresQuery(useRouteContext(), page, period));
  const { data } = figures;
  return (
    <>
      <Group align="end" gap="sm" className={classes.bar}>
        {period && <PeriodChoice {...{ period, latest, onPeriod }} />}
        {data && <ComputedAt figures={data} />}
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={figures.isFetching}
          onClick={() => void figures.refetch()}
        >
          {t('again')}
        </Button>
        <SaveRun page={page} period={period} latest={latest} />
      </Group>
      {figures.error && (
        <FailedArea kind="panel" error={figures.error} onRetry={() => void figures.refetch()} />
      )}
      {data ? <Panels figures={data} /> : !figures.error && <LoadingArea label={t('reading')} />}
    </>
  );
}

function PeriodChoice({
  period,
  latest,
  onPeriod,
}: Required<Omit<FiguresOfProps, 'page' | 'period'>> & { period: Period }) {
  const { t } = useTranslation('monitoring');
  const months = monthsUntil(latest, MAX_MONITORING_MONTHS);
  // an address may name another month
  const choices = [...new Set([...months, period.from, period.to])].toSorted().reverse();
  const data = choices.map((value) => ({ value, label: monthInWords(value) }));
  return (
    <>
      <NativeSelect
        label={t('from')}
        data={data}
        value={period.from}
        onChange={({ currentTarget: { value } }) =>
          onPeriod(value > period.to ? { from: value, to: value } : { from: value })
        }
      />
      <NativeSelect
        label={t('to')}
        data={data}
        value={period.to}
        onChange={({ currentTarget: { value } }) =>
          onPeriod(value < period.from ? { from: value, to: value } : { to: value })
        }
      />
    </>
  );
}

const ComputedAt = ({ figures }: { figures: MonitoringFigures }) => {
  const { t } = useTranslation('monitoring');
  const timeZone = useTimeZone();
  return (
    <span className={classes.dim}>
      {t('computed')} <Timestamp iso={figures.at} timeZone={timeZone} /> ({timeZone})
    </span>
  );
};
