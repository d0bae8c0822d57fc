/** What the changes would do to invented cases: how many differ in which way, and the smallest one of each. */
import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Expectedness } from '../../../../shared/expectedness/assessExpectedness.ts';
import type { RuleExample } from '../../../../shared/expressions/rules.types.ts';
import { exampleText } from '../../../../shared/rule-solver/exampleText.ts';
import type { Severity } from '../../../../shared/rules/finding.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, GuardedButton, type Column } from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { Changes } from './useImpact.ts';
import { differenceKey, type TrialDifference, type TrialRun } from './useTrial.ts';
import styles from './panels.module.css';

export interface TrialPartProps {
  run: TrialRun;
  changes: Changes;
  /** why nothing can be tried; null: it can */
  why: string | null;
  /** fills the form with the case */
  onExample: (example: RuleExample) => void;
}

export function TrialPart({ run: { trial, run, cancel }, changes, why, onExample }: TrialPartProps) {
  const { t } = useTranslation('studio');
  const columns = useTrialColumns(onExample);
  const { state, tried, differing, differences, failure } = trial;
  return (
    <section aria-label={t('trial.title')}>
      <div className={styles.bar}>
        {state === 'running' ? (
          <Button size="xs" variant="default" onClick={cancel}>
            {t('trial.cancel')}
          </Button>
        ) : (
          <GuardedButton size="xs" why={why} onClick={() => void run(changes)}>
            {t('trial.run')}
          </GuardedButton>
        )}
        <span role="status" className={styles.dim}>
          {state === 'none' ? t('trial.explain') : t(`trial.state.${state}`, { tried, differing })}
        </span>
      </div>
      {failure !== null && <Alert color="red">{failure}</Alert>}
      {state !== 'none' && (
        <DataTable
          label={t('trial.title')}
          rows={differences}
          rowKey={differenceKey}
          columns={columns}
          loading={state === 'running' && differences.length === 0}
        />
      )}
    </section>
  );
}

/** What differs: its kind, where, and its words. */
export function DifferenceName({
  kind,
  where,
  name,
  label,
}: Pick<TrialDifference, 'kind' | 'where' | 'name' | 'label'>) {
  const { t } = useTranslation('studio');
  const { language } = useRouteContext();
  const words = wordsIn(label, language);
  return (
    <>
      {t(`trial.kinds.${kind}`)} {where !== name && where} <code>{name}</code> {words !== name && words}
    </>
  );
}

/** A side of a difference: words of the product in the language of the user, all else as the case and the files have it. */
export function DifferenceSide({ kind, text }: { kind: TrialDifference['kind']; text: string | null }) {
  const { t } = useTranslation('studio');
  if (text === null) return t('trial.nothing');
  if (kind === 'finding') return t(`findings.severity.${text as Severity}`);
  if (kind !== 'expectedness') return text;
  return text.replace(/^\w+/, (conclusion) => t(`trial.expectedness.${conclusion as Expectedness}`));
}

function useTrialColumns(onExample: TrialPartProps['onExample']): Column<TrialDifference>[] {
  const { t } = useTranslation('studio');
  return [
    {
      key: 'what',
      label: t('trial.what'),
      render: (difference) => <DifferenceName {...difference} />,
    },
    { key: 'count', label: t('trial.count'), align: 'right', render: ({ count }) => count },
    {
      key: 'before',
      label: t('trial.before'),
      render: ({ kind, before }) => <DifferenceSide kind={kind} text={before} />,
    },
    {
      key: 'after',
      label: t('trial.after'),
      render: ({ kind, after }) => <DifferenceSide kind={kind} text={after} />,
    },
    {
      key: 'example',
      label: t('trial.example'),
      render: ({ name, example }) => (
        <>
          {exampleText(example as RuleExample) || t('rules.empty')}{' '}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('rules.showOf', { label: name })}
            onClick={() => onExample(example as RuleExample)}
          >
            {t('rules.show')}
          </Button>
        </>
      ),
    },
  ];
}
