/** The rows behind a figure, as the list that it counts. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import {
  exportMonitoredAnswers,
  exportMonitoredOpenWork,
  exportMonitoredPlan,
  exportMonitoredReports,
  exportMonitoredStepDays,
  exportMonitoredSteps,
  exportMonitoredTechnical,
  exportMonitoredVersions,
  listMonitoredAnswers,
  listMonitoredOpenWork,
  listMonitoredPlan,
  listMonitoredReports,
  listMonitoredStepDays,
  listMonitoredSteps,
  listMonitoredTechnical,
  listMonitoredVersions,
} from '../../../shared/contract/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { EmptyState, PageHeader } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { List } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { figureOf } from './figurePath.ts';
import { LateReason } from './LateReason.tsx';
import { figureQuery } from './monitoring.queries.ts';
import { monthInWords } from './months.ts';
import classes from './monitoring.module.css';

const DUE_REPORTS = 'MU-MO-RP';
const LISTS: Readonly<Record<string, Pick<Parameters<typeof List>[0], 'call' | 'exportCall'>>> = {
  [DUE_REPORTS]: { call: listMonitoredReports, exportCall: exportMonitoredReports },
  'MU-MO-VE': { call: listMonitoredVersions, exportCall: exportMonitoredVersions },
  'MU-MO-ST': { call: listMonitoredSteps, exportCall: exportMonitoredSteps },
  'MU-MO-MS': { call: listMonitoredAnswers, exportCall: exportMonitoredAnswers },
  'MU-MO-SN': { call: listMonitoredOpenWork, exportCall: exportMonitoredOpenWork },
  'MU-MO-FC': { call: listMonitoredPlan, exportCall: exportMonitoredPlan },
  'MU-MO-FE': { call: listMonitoredStepDays, exportCall: exportMonitoredStepDays },
  'MU-MO-TE': { call: listMonitoredTechnical, exportCall: exportMonitoredTechnical },
};

type Figure = NonNullable<ReturnType<typeof figureOf>>;

export function FigureListPage() {
  const { t } = useTranslation('monitoring');
  const to = usePathTo();
  const [address] = useSearchParams();
  const figure = figureOf(address);
  const list = figure && LISTS[figure.list];
  if (!figure || !list)
    return (
      <EmptyState
        isPage
        title={t('noFigure')}
        action={<Link to={to('monitoring')}>{t('toMonitoring')}</Link>}
      />
    );
  return <FigureList figure={figure} list={list} />;
}

function FigureList({
  figure: { list: menuId, query },
  list,
}: {
  figure: Figure;
  list: (typeof LISTS)[string];
}) {
  const { t } = useTranslation('monitoring');
  const to = usePathTo();
  const mayEdit = useMay('EDIT.MONITORING');
  const context = useRouteContext();
  const words = useQuery(figureQuery(context, query));
  const period = periodInWords(query);
  const title = words.data ? `${words.data.panel}: ${words.data.measure}` : t('title');
  const back = new URLSearchParams({ part: query.page, ...onlyPeriod(query) });
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        subtitle={<FigureFacts groups={words.data?.groups ?? []} period={period} />}
        actions={<Link to={to(`monitoring?${back.toString()}`)}>{t('toMonitoring')}</Link>}
      />
      {words.error && <FailureNotice error={words.error} />}
      {words.data && <p className={classes.dim}>{words.data.definition}</p>}
      <List
        menuId={menuId}
        {...list}
        params={{ sponsorKey: context.sponsorKey }}
        query={query}
        narrowed
        path="monitoring/figures/list"
        label={title}
        {...(menuId === DUE_REPORTS && mayEdit && { selectable: true, actions: LateReason })}
      />
    </div>
  );
}

const FigureFacts = ({
  groups,
  period,
}: {
  groups: readonly { column: string; value: string }[];
  period: string | null;
}) => {
  const { t } = useTranslation('monitoring');
  return (
    <>
      {[
        ...groups.map(({ column, value }) => `${column}: ${value === '' ? t('noValue') : value}`),
        ...(period === null ? [] : [period]),
      ].join(' · ')}
    </>
  );
};

const onlyPeriod = ({ from, to }: { from?: string; to?: string }) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

function periodInWords({ from, to }: { from?: string; to?: string }): string | null {
  if (from === undefined || to === undefined) return null;
  return from === to ? monthInWords(from) : `${monthInWords(from)} – ${monthInWords(to)}`;
}
