/** Which stored cases would differ, and in what; then the same of invented cases. */
import { Alert, Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, GuardedButton, Scroller, type Column } from '../../../components/index.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import type { RuleExample } from '../../../../shared/expressions/rules.types.ts';
import { DifferenceName, DifferenceSide, TrialPart } from './TrialPart.tsx';
import { differenceKey, useTrial } from './useTrial.ts';
import { isOf, type CaseImpact, type Changes, type ImpactRun } from './useImpact.ts';
import { useSession } from '../../../session/sessionStore.ts';
import styles from './panels.module.css';

/** Differences of a case that are shown; of the others only how many. */
const MAX_SHOWN = 10;

export interface ImpactPanelProps {
  run: ImpactRun;
  changes: Changes;
  mayEdit: boolean;
  /** fills the form with an invented case */
  onExample: (example: RuleExample) => void;
}

export function ImpactPanel({ run: { impact, run, cancel }, changes, mayEdit, onExample }: ImpactPanelProps) {
  const { t } = useTranslation('studio');
  const columns = useImpactColumns();
  const trial = useTrial();
  const { state, total, checked, cases, failure } = impact;
  const why = !mayEdit ? t('access.noEdit') : changes.length === 0 ? t('publish.nothing') : null;
  const isOld = impact.changes !== null && !isOf(impact, changes) && state !== 'running';
  return (
    <>
      <div className={styles.bar}>
        {state === 'running' ? (
          <Button size="xs" variant="default" onClick={cancel}>
            {t('impact.cancel')}
          </Button>
        ) : (
          <GuardedButton size="xs" why={why} onClick={() => void run(changes)}>
            {t('impact.run')}
          </GuardedButton>
        )}
        <span role="status" className={styles.dim}>
          {state === 'none'
            ? t('impact.explain')
            : t(`impact.state.${state}`, { checked, total, cases: cases.length })}
        </span>
        {state === 'running' && (
          <Progress
            w="100%"
            size="sm"
            value={total === 0 ? 0 : (checked / total) * 100}
            aria-label={t('impact.progress')}
          />
        )}
      </div>
      <Scroller className={styles.scroll} aria-label={t('tabs.impact')}>
        {failure !== null && <Alert color="red">{failure}</Alert>}
        {isOld && <Alert color="yellow">{t('impact.old')}</Alert>}
        {impact.blinding !== null && <BlindingNotes {...impact.blinding} />}
        {state !== 'none' && (
          <DataTable
            label={t('impact.title')}
            rows={cases}
            rowKey={({ caseKey }) => String(caseKey)}
            columns={columns}
            loading={state === 'running'}
          />
        )}
        <TrialPart run={trial} {...{ changes, why, onExample }} />
      </Scroller>
    </>
  );
}

/** What loses and gains blinding. Losing it needs the right to unblind, and the server refuses to publish without it. */
function BlindingNotes({ lost, gained }: NonNullable<ImpactRun['impact']['blinding']>) {
  const { t } = useTranslation('studio');
  const { language } = useRouteContext();
  const { unblind } = useSession();
  const named = (parts: typeof lost) =>
    parts.map(({ itemId, label }) => (
      <li key={itemId}>
        <code>{itemId}</code> {wordsIn(label, language)}
      </li>
    ));
  return (
    <>
      {lost.length > 0 && (
        <Alert color="red" title={t('impact.blindingLost')}>
          {!unblind && t('impact.mayNotUnblind')}
          <ul className={styles.plain}>{named(lost)}</ul>
        </Alert>
      )}
      {gained.length > 0 && (
        <Alert color="blue" title={t('impact.blindingGained')}>
          <ul className={styles.plain}>{named(gained)}</ul>
        </Alert>
      )}
    </>
  );
}

/** Columns of the table of cases; the first one leads to the case. */
function useImpactColumns(): Column<CaseImpact>[] {
  const { t } = useTranslation('studio');
  const to = usePathTo();
  return [
    {
      key: 'case',
      label: t('impact.case'),
      render: ({ caseKey, caseNo, versionNo }) => (
        <Link to={to(`case/${caseKey}/detail`)}>
          {caseNo} <span className={styles.dim}>v{versionNo}</span>
        </Link>
      ),
    },
    {
      key: 'differences',
      label: t('trial.what'),
      render: ({ differences }) => (
        <ul className={styles.plain}>
          {differences.slice(0, MAX_SHOWN).map((difference) => (
            <li key={differenceKey(difference)}>
              <DifferenceName {...difference} />
              {': '}
              <DifferenceSide kind={difference.kind} text={difference.before} /> →{' '}
              <DifferenceSide kind={difference.kind} text={difference.after} />
            </li>
          ))}
          {differences.length > MAX_SHOWN && (
            <li>{t('impact.more', { count: differences.length - MAX_SHOWN })}</li>
          )}
        </ul>
      ),
    },
  ];
}
