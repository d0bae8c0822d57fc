/** Several cases, each with its state and what will become, or became, of it. */
import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CheckedCase, StatusOutcome } from '../../../../machines/bulk-status/bulkStatus.machine.ts';
import { DataTable, FlagBadges, StatusBadge } from '../../../components/index.ts';
import { readinessText } from '../../../readiness/index.ts';
import { usePathTo } from '../../../app-context/routeContext.ts';
import classes from './status.module.css';

/** Error code of the server for a change that would change nothing. */
const UNCHANGED = 'NO_MODIFIED_DATA';

export interface CasesTableProps {
  cases: readonly CheckedCase[];
  /** null: a preview of `cases` */
  outcomes: readonly StatusOutcome[] | null;
  /** sent, and their answer was lost */
  unanswered?: readonly number[];
  /** case number from the list, for a case that can no longer be read */
  nameOf: (caseKey: number) => string;
}

export function CasesTable({ cases, outcomes, unanswered = [], nameOf }: CasesTableProps) {
  const { t } = useTranslation('cases');
  const { t: tFindings } = useTranslation('findings');
  const to = usePathTo();
  const found = new Map(outcomes?.map((outcome) => [outcome.caseKey, outcome]));
  const outcomeOf = ({ caseKey, refusal }: CheckedCase) => {
    const why = outcomes ? found.get(caseKey)?.refusal : refusal;
    if (why) return why.errCode === UNCHANGED ? t('bulk.standsSo') : why.errMsg;
    if (!outcomes) return <StatusBadge tone="info">{t('bulk.willBeDone')}</StatusBadge>;
    if (unanswered.includes(caseKey)) return <StatusBadge tone="warning">{t('bulk.unanswered')}</StatusBadge>;
    return found.has(caseKey) ? (
      <StatusBadge tone="success">{t('bulk.done')}</StatusBadge>
    ) : (
      <StatusBadge tone="neutral">{t('bulk.notSent')}</StatusBadge>
    );
  };
  return (
    <div className={classes.cases}>
      <DataTable
        label={t(outcomes ? 'bulk.result' : 'bulk.outcome')}
        rows={cases}
        rowKey={({ caseKey }) => String(caseKey)}
        columns={[
          {
            key: 'case',
            label: t('bulk.case'),
            render: ({ caseKey, caseNo }) =>
              outcomes && caseNo ? (
                <Anchor component={Link} size="sm" className={classes.keep} to={to(`case/${caseKey}/detail`)}>
                  {caseNo}
                </Anchor>
              ) : (
                <span className={classes.keep}>{caseNo ?? nameOf(caseKey)}</span>
              ),
          },
          ...(outcomes
            ? []
            : [
                {
                  key: 'now',
                  label: t('bulk.now'),
                  render: ({ status }: CheckedCase) =>
                    status && (
                      <Group gap={4}>
                        <StatusBadge tone="neutral">{status.caseWorkflowLabel}</StatusBadge>
                        <FlagBadges status={status} />
                      </Group>
                    ),
                },
              ]),
          ...(cases.some(({ readiness, openQuestions }) => readiness.length > 0 || openQuestions > 0)
            ? [
                {
                  key: 'readiness',
                  label: tFindings('title'),
                  render: ({ readiness, openQuestions }: CheckedCase) => (
                    <>
                      {readiness.map((one) => (
                        <div key={one.receiver}>{readinessText(tFindings, one)}</div>
                      ))}
                      {openQuestions > 0 && (
                        <div>{tFindings('readiness.questions', { count: openQuestions })}</div>
                      )}
                    </>
                  ),
                },
              ]
            : []),
          { key: 'outcome', label: t(outcomes ? 'bulk.result' : 'bulk.outcome'), render: outcomeOf },
        ]}
      />
    </div>
  );
}
