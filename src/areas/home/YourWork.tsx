/** What waits for the user, most pressing first: each a link to exactly these cases or reports. Nothing: no line. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { useMay, useSession } from '../../session/sessionStore.ts';
import { reportsQuery, workflowQuery, type HomeWorkflow } from './home.queries.ts';
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
  const { useWorkflow } = useSession();
  const mayCases = useMay('READ.CASE', 'EDIT.CASE');
  const mayWorkflow = useMay('READ.CASE_WORKFLOW') && useWorkflow;
  const reports = useQuery({ ...reportsQuery(context), enabled: mayCases });
  const workflow = useQuery({ ...workflowQuery(context), enabled: mayWorkflow });
  const late = reports.data?.lateCount ?? 0;
  const inStep = ({ workflowKey, workflowLabel }: Step, owner: 'mine' | 'role', count: number): Work => ({
    key: `${owner} ${workflowKey}`,
    words: t(`work.${owner}`, { count, step: workflowLabel }),
    to: to(`case/list?${new URLSearchParams({ workflow: workflowKey, owner }).toString()}`),
    pressing: false,
  });
  const steps = workflow.data?.steps ?? [];
  return [
    ...(late > 0
      ? [{ key: 'late', words: t('work.late', { count: late }), to: to('home/report/list'), pressing: true }]
      : []),
    ...steps.filter(({ mine }) => mine > 0).map((step) => inStep(step, 'mine', step.mine)),
    ...steps.filter(({ role, mine }) => role > mine).map((step) => inStep(step, 'role', step.role)),
  ];
}
