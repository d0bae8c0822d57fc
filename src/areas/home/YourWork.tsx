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
  workflowQuery,
  type HomeWorkflow,
} from './home.queries.ts';
import classes from './HomePage.module.css';

type Step = HomeWorkflow['steps'][number];

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
  const jobs = useQuery({ ...failedJobsQuery(context), enabled: systemAdmin });
  const inStep = ({ workflowKey, workflowLabel }: Step, owner: 'mine' | 'role', count: number): Work => ({
    key: `${owner} ${workflowKey}`,
    words: t(`work.${owner}`, { count, step: workflowLabel }),
    to: to(`case/list?${new URLSearchParams({ workflow: workflowKey, owner }).toString()}`),
    pressing: false,
  });
  const steps = workflow.data?.steps ?? [];
  const one = (key: 'late' | 'questions' | 'jobs', count: number | undefined, path: string): Work[] =>
    count ? [{ key, words: t(`work.${key}`, { count }), to: path, pressing: key !== 'questions' }] : [];
  const overdue = one('late', reports.data?.lateCount, to('home/report/list'));
  const own = [
    ...steps.filter(({ mine }) => mine > 0).map((step) => inStep(step, 'mine', step.mine)),
    ...one('questions', questions.data, to(`case/question/list?view=${MY_QUESTIONS}`)),
    ...steps.filter(({ role, mine }) => role > mine).map((step) => inStep(step, 'role', step.role)),
  ];
  return [
    ...one('jobs', jobs.data, '/system-admin/failed-job/list'),
    // who does not edit cases can do nothing about a report that is late
    ...(mayEdit ? [...overdue, ...own] : [...own, ...overdue]),
  ];
}
