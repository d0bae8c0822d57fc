/** What waits for the user, most pressing first: each a link to exactly these cases or reports. Nothing: no line. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { useMay, useSession } from '../../session/sessionStore.ts';
import {
  failedJobsQuery,
  MY_QUESTIONS,
  questionsQuery,
  reportsQuery,
  URGENT,
  warningsQuery,
  workflowQuery,
} from './home.queries.ts';
import classes from './HomePage.module.css';

/** How the list of cases is asked for what waits in a step (contract of `listCases`). */
const FILTERS = {
  mine: { owner: 'mine' },
  returned: { returned: 'Y' },
  claimable: { owner: 'claimable' },
} as const;

interface Work {
  key: string;
  words: string;
  to: string;
  pressing: boolean;
}

export function YourWork() {
  const { t } = useTranslation('home');
  const work = useWork();
  if (work.length === 0) return null;
  return (
    <ul className={classes.work} aria-label={t('work.title')}>
      {work.map(({ key, words, to, pressing }) => (
        <li key={key} data-pressing={pressing || undefined}>
          <Link to={to}>{words}</Link>
        </li>
      ))}
    </ul>
  );
}

function useWork(): Work[] {
  const { t } = useTranslation('home');
  const context = useRouteContext();
  const to = usePathTo();
  const { useWorkflow, systemAdmin } = useSession();
  const mayEdit = useMay('EDIT.CASE');
  const mayCases = useMay('READ.CASE', 'EDIT.CASE');
  const mayWorkflow = useMay('READ.CASE_WORKFLOW') && useWorkflow;
  const reports = useQuery({ ...reportsQuery(context), enabled: mayCases });
  const workflow = useQuery({ ...workflowQuery(context), enabled: mayWorkflow });
  const questions = useQuery({ ...questionsQuery(context), enabled: mayCases });
  const warnings = useQuery({ ...warningsQuery(context), enabled: mayCases });
  const jobs = useQuery({ ...failedJobsQuery(context), enabled: systemAdmin });
  const inSteps = (which: keyof typeof FILTERS): Work[] =>
    steps
      .filter((step) => step[which] > 0)
      .map(({ workflowKey: workflow, workflowLabel: step, [which]: count }) => ({
        key: `${which} ${workflow}`,
        words: t(`work.${which}`, { count, step }),
        to: to(`case/list?${new URLSearchParams({ workflow, ...FILTERS[which] }).toString()}`),
        pressing: false,
      }));
  const steps = workflow.data?.steps ?? [];
  const one = (
    key: 'late' | keyof typeof URGENT | 'questions' | 'jobs',
    count: number | undefined,
    path: string,
  ): Work[] =>
    count ? [{ key, words: t(`work.${key}`, { count }), to: path, pressing: key !== 'questions' }] : [];
  const warned = (key: keyof typeof URGENT) =>
    one(key, warnings.data?.get(URGENT[key]), to(`case/warning/rule/${URGENT[key]}`));
  const urgent = [
    ...one('late', reports.data?.lateCount, to('home/report/list')),
    ...warned('rejected'),
    ...warned('overMaximum'),
  ];
  const own = [
    ...inSteps('mine'),
    ...inSteps('returned'),
    ...one('questions', questions.data, to(`case/question/list?view=${MY_QUESTIONS}`)),
    ...inSteps('claimable'),
  ];
  return [
    ...one('jobs', jobs.data, '/system-admin/failed-job/list'),
    // who does not edit cases can do nothing about a report that is late or was not accepted, or a case that stays
    ...(mayEdit ? [...urgent, ...own] : [...own, ...urgent]),
  ];
}
