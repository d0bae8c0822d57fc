/** Where the cases stand: by step mine, of my roles, unassigned, late and all, each the way to exactly these cases. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BarChart, EmptyState, Scroller } from '../../components/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { workflowQuery, type HomeWorkflow } from './home.queries.ts';
import { HomeCard } from './HomeCard.tsx';
import classes from './HomePage.module.css';

const COUNTS = ['mine', 'role', 'unassigned', 'late', 'all'] as const;
type Count = (typeof COUNTS)[number];

/** How the list of cases is asked for the cases of a number (contract of `listCases`). */
const FILTERS: Record<Count, Record<string, string>> = {
  mine: { owner: 'mine' },
  role: { owner: 'role' },
  unassigned: { owner: 'unassigned' },
  late: { late: 'Y' },
  all: {},
};

export function WorkflowStatus() {
  const { t } = useTranslation('home');
  const counts = useQuery(workflowQuery(useRouteContext()));
  return (
    <HomeCard title={t('workflow.title')} query={counts}>
      {({ steps }) =>
        steps.length === 0 ? (
          <EmptyState title={t('workflow.none')} />
        ) : (
          <>
            <Counts steps={steps} />
            <BarChart
              title={t('workflow.chart')}
              description={t('workflow.chartSays', { total: steps.reduce((sum, { all }) => sum + all, 0) })}
              layout="rows"
              bars={steps.map(({ workflowKey, workflowLabel, all }) => ({
                key: workflowKey,
                label: workflowLabel,
                value: all,
              }))}
              columns={[t('workflow.step'), t('workflow.cases')]}
            />
          </>
        )
      }
    </HomeCard>
  );
}

function Counts({ steps }: HomeWorkflow) {
  const { t } = useTranslation('home');
  const to = usePathTo();
  const listOf = (workflow: string, count: Count) =>
    to(`case/list?${new URLSearchParams({ workflow, ...FILTERS[count] }).toString()}`);
  return (
    <Scroller className={classes.scroll} aria-label={t('workflow.counts')}>
      <table className={classes.counts}>
        <thead>
          <tr>
            <th scope="col">{t('workflow.step')}</th>
            {COUNTS.map((count) => (
              <th key={count} scope="col">
                {t(`workflow.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.workflowKey}>
              <th scope="row">{step.workflowLabel}</th>
              {COUNTS.map((count) => (
                <td key={count} data-late={count === 'late' && step.late > 0}>
                  {step[count] === 0 ? (
                    <span className={classes.zero}>0</span>
                  ) : (
                    <Link
                      to={listOf(step.workflowKey, count)}
                      aria-label={t('workflow.open', {
                        step: step.workflowLabel,
                        which: t(`workflow.${count}`),
                        count: step[count],
                      })}
                    >
                      {step[count]}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
