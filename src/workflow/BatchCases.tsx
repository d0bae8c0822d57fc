/** The cases of a batch, what would become of each, and what became of those that were sent. */
import { useTranslation } from 'react-i18next';
import type { RoutingOutcome, Validation } from '../../machines/batch-workflow/batchWorkflow.machine.ts';
import { DataTable, StatusBadge } from '../components/index.ts';
import classes from './workflow.module.css';

export interface BatchCasesProps {
  judged: Validation;
  outcomes: readonly RoutingOutcome[];
  /** sent, and their answer was lost */
  unanswered?: readonly number[];
}

export function BatchCases({ judged, outcomes, unanswered = [] }: BatchCasesProps) {
  const { t } = useTranslation('workflow');
  const sent = new Map(outcomes.map(({ caseKey, refusal }) => [caseKey, refusal]));
  return (
    <DataTable
      label={t('batch.cases')}
      rows={judged.listInfo}
      rowKey={({ caseKey }) => String(caseKey)}
      columns={[
        {
          key: 'case',
          label: t('batch.case'),
          render: ({ caseNo }) => <span className={classes.keep}>{caseNo ?? t('batch.unknown')}</span>,
        },
        { key: 'from', label: t('current'), render: ({ current }) => current?.workflowLabel ?? '' },
        {
          key: 'owner',
          label: t('owner'),
          render: ({ current }) => [current?.roleName, current?.userName].filter(Boolean).join(', '),
        },
        {
          key: 'result',
          label: t('batch.result'),
          render: ({ caseKey, refusal, overrides }) => {
            const refused = sent.get(caseKey) ?? refusal;
            if (refused) return <Refused text={refused.errMsg} />;
            if (sent.has(caseKey)) return <StatusBadge tone="success">{t('batch.isRouted')}</StatusBadge>;
            if (unanswered.includes(caseKey))
              return <StatusBadge tone="warning">{t('batch.unanswered')}</StatusBadge>;
            if (outcomes.length > 0) return <StatusBadge tone="neutral">{t('batch.notSent')}</StatusBadge>;
            return (
              <StatusBadge tone={overrides ? 'warning' : 'success'}>
                {t(overrides ? 'batch.overrides' : 'batch.can')}
              </StatusBadge>
            );
          },
        },
      ]}
    />
  );
}

function Refused({ text }: { text: string }) {
  const { t } = useTranslation('workflow');
  return (
    <>
      <StatusBadge tone="error">{t('batch.refused')}</StatusBadge> {text}
    </>
  );
}
