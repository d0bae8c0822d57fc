/** The reports that are due soonest, each with the way to its why; and how many are due on the days ahead. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BarChart, DaysLeft, EmptyState, type Bar } from '../../components/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { formatDate } from '../../i18n/formatTime.ts';
import { DueWhy } from './DueWhy.tsx';
import { reportsQuery, type DueReport, type HomeReports } from './home.queries.ts';
import { HomeCard } from './HomeCard.tsx';
import classes from './HomePage.module.css';

/** of a day: month and day */
const MONTH_AND_DAY = 5;
/** Every so many days the chart says which one it is. */
const MARKED = 7;

export function DueReports() {
  const { t } = useTranslation('home');
  const reports = useQuery(reportsQuery(useRouteContext()));
  const [explained, setExplained] = useState<DueReport | null>(null);
  return (
    <HomeCard
      title={t('due.title')}
      query={reports}
      all={{ to: 'home/report/list', label: t('due.all', { count: reports.data?.totalCount ?? 0 }) }}
    >
      {(data) =>
        data.totalCount === 0 ? (
          <EmptyState title={t('due.none')} />
        ) : (
          <>
            <ul className={classes.list}>
              {data.listInfo.map((report) => (
                <DueLine
                  key={`${report.caseKey} ${report.receiver}`}
                  report={report}
                  onWhy={() => setExplained(report)}
                />
              ))}
            </ul>
            <DueChart reports={data} />
            {explained && <DueWhy report={explained} onClose={() => setExplained(null)} />}
          </>
        )
      }
    </HomeCard>
  );
}

function DueLine({ report, onWhy }: { report: DueReport; onWhy: () => void }) {
  const { t } = useTranslation(['home', 'explain']);
  const to = usePathTo();
  const { caseKey, caseNo, followUpNo, receiver, rule, dueDate, daysLeft, workflowLabel, ownerName } = report;
  const date = formatDate(dueDate);
  const about = [report.patientName, report.aeTerm, report.productName].filter(Boolean).join(' · ');
  return (
    <li className={classes.due}>
      <Link to={to(`case/${caseKey}/detail`)} className={classes.number}>
        {followUpNo === 0 ? caseNo : t('due.followUp', { caseNo, followUpNo, versionNo: followUpNo + 1 })}
      </Link>
      <span className={classes.what}>
        {receiver} · {rule}
        {about !== '' && (
          <small className={classes.about} title={about}>
            {about}
          </small>
        )}
        <small>
          {workflowLabel} · {ownerName || t('due.nobody')}
        </small>
      </span>
      <span className={classes.when}>
        <DaysLeft days={daysLeft} /> {date}
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={onWhy}
        aria-label={t('due.whyOf', { caseNo, receiver })}
      >
        {t('explain:why')}
      </Button>
    </li>
  );
}

function DueChart({ reports: { days, lateCount } }: { reports: HomeReports }) {
  const { t } = useTranslation('home');
  const bars: Bar[] = [
    { key: 'late', label: t('due.lateBar'), mark: t('due.lateMark'), value: lateCount, tone: 'error' },
    ...days.map(({ day, count }, at): Bar => {
      const date = formatDate(day);
      const mark = at % MARKED === 0 && at > 0 ? { mark: date.slice(-MONTH_AND_DAY) } : {};
      return { key: day, label: date, value: count, ...mark };
    }),
  ];
  return (
    <BarChart
      title={t('due.chart')}
      description={t('due.chartSays', {
        late: lateCount,
        total: days.reduce((sum, { count }) => sum + count, 0),
        days: days.length,
      })}
      layout="columns"
      bars={bars}
      columns={[t('due.day'), t('due.reports')]}
    />
  );
}
