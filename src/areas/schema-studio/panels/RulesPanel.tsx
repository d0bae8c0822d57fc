/** What is certain of each rule of the region's authority, with the smallest case that shows it. */
import { Alert, Button, Checkbox, TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleExample } from '../../../../shared/expressions/rules.types.ts';
import { receiversOf, STANDARD } from '../../../../shared/rules/receivers.ts';
import { exampleText } from '../../../../shared/rule-solver/exampleText.ts';
import type { SolvedClaim, SolvedRule } from '../../../../shared/rule-solver/claims.types.ts';
import { LoadingArea, StatusBadge } from '../../../components/index.ts';
import type { Compiled } from '../analysis/analysis.types.ts';
import { useSolvedRules } from '../analysis/useSolvedRules.ts';
import styles from './panels.module.css';

export interface RulesPanelProps {
  compiled: Compiled;
  appendix: string;
  onRule: (ruleId: string) => void;
  /** fills the form with the case */
  onExample: (example: RuleExample) => void;
}

export function RulesPanel({ compiled, appendix, onRule, onExample }: RulesPanelProps) {
  const { t } = useTranslation('studio');
  const receiver =
    receiversOf(compiled.catalogue).find((one) => one.appendix === appendix)?.receiver ?? STANDARD;
  const { solved, isOld, hasFailed } = useSolvedRules(compiled.sources, receiver);
  const [filter, setFilter] = useState('');
  const [onlyClaims, setOnlyClaims] = useState(true);
  if (hasFailed) return <Alert color="red">{t('rules.failed')}</Alert>;
  if (!solved) return <LoadingArea label={t('rules.solving')} />;
  const shown = solved.filter(
    ({ ruleId, claims }) =>
      ruleId.toLowerCase().includes(filter.toLowerCase()) && (!onlyClaims || claims.length > 0),
  );
  const counts = { total: solved.length, claims: solved.filter(({ claims }) => claims.length > 0).length };
  return (
    <>
      <div className={styles.bar}>
        <TextInput
          size="xs"
          className={styles.wide}
          label={t('rules.filter')}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t('rules.onlyClaims')}
          checked={onlyClaims}
          onChange={({ currentTarget }) => setOnlyClaims(currentTarget.checked)}
        />
        <span role="status" className={styles.dim}>
          {isOld ? t('rules.solving') : t('rules.count', { receiver, count: shown.length, ...counts })}
        </span>
      </div>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('tabs.rules')}>
        <p className={styles.dim}>{t('rules.explain')}</p>
        <ul className={styles.plain}>
          {shown.map((rule) => (
            <RuleLine key={rule.ruleId} {...{ rule, onRule, onExample }} />
          ))}
        </ul>
      </div>
    </>
  );
}

interface RuleLineProps extends Pick<RulesPanelProps, 'onRule' | 'onExample'> {
  rule: SolvedRule;
}

function RuleLine({ rule: { ruleId, severity, claims, example }, onRule, onExample }: RuleLineProps) {
  const { t } = useTranslation('studio');
  const isNever = claims.some(({ kind }) => kind === 'neverApplies' || kind === 'neverFires');
  return (
    <li>
      <button type="button" className={styles.link} onClick={() => onRule(ruleId)}>
        {ruleId}
      </button>{' '}
      <StatusBadge tone={severity}>{t(`findings.severity.${severity}`)}</StatusBadge>
      {claims.map((claim) => (
        <ClaimLine key={[claim.kind, ...claim.others].join(' ')} {...{ ruleId, claim, onRule, onExample }} />
      ))}
      {example ? (
        <ExampleLine words={t('rules.canFire')} label={ruleId} {...{ example, onExample }} />
      ) : (
        !isNever && <div className={styles.dim}>{t('rules.undecided')}</div>
      )}
    </li>
  );
}

interface ClaimLineProps extends Pick<RulesPanelProps, 'onRule' | 'onExample'> {
  ruleId: string;
  claim: SolvedClaim;
}

function ClaimLine({ ruleId, claim: { kind, others, example }, onRule, onExample }: ClaimLineProps) {
  const { t } = useTranslation('studio');
  return (
    <div>
      <strong>{t(`rules.claims.${kind}`)}</strong>{' '}
      {others.map((other) => (
        <Fragment key={other}>
          <button type="button" className={styles.link} onClick={() => onRule(other)}>
            {other}
          </button>{' '}
        </Fragment>
      ))}
      {example && (
        <ExampleLine
          words={t('rules.bothApply')}
          label={[ruleId, ...others].join(', ')}
          {...{ example, onExample }}
        />
      )}
    </div>
  );
}

interface ExampleLineProps extends Pick<RulesPanelProps, 'onExample'> {
  words: string;
  /** what the case is an example of */
  label: string;
  example: RuleExample;
}

function ExampleLine({ words, label, example, onExample }: ExampleLineProps) {
  const { t } = useTranslation('studio');
  return (
    <div className={styles.dim}>
      {words} {exampleText(example) || t('rules.empty')}{' '}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('rules.showOf', { label })}
        onClick={() => onExample(example)}
      >
        {t('rules.show')}
      </Button>
    </div>
  );
}
