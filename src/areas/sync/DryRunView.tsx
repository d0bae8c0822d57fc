/** What the selection would make of a case: which case, its values before and after, what is wrong with the result. */
import { Anchor, Radio, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DryRun } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { DayField, LoadingArea } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { DryRunValues } from './DryRunValues.tsx';
import { problemText } from './problemText.ts';
import { RuleLink } from './RuleLink.tsx';
import classes from './sync.module.css';
import type { DryRunState } from './useDryRun.ts';

interface DryRunViewProps {
  dryRun: DryRunState;
  mayEdit: boolean;
}

export function DryRunView({ dryRun, mayEdit }: DryRunViewProps) {
  const { t } = useTranslation('sync');
  const { data, error } = dryRun;
  return (
    <Stack component="section" gap="xs" aria-label={t('dryRun.title')} aria-busy={dryRun.isFetching}>
      <Title order={3} className={classes.heading}>
        {t('dryRun.title')}
      </Title>
      {error && <FailureNotice error={error} />}
      {!data && !error && <LoadingArea label={t('why.reading')} />}
      {data && !error && (
        <>
          {data.candidates.length > 0 && <TargetChoice {...{ data, dryRun }} />}
          {!data.question && <Result {...{ data, dryRun, mayEdit }} />}
        </>
      )}
    </Stack>
  );
}

/** A new case, or one of those with events of the subject; events that are in a case stay there. */
function TargetChoice({ data, dryRun }: { data: DryRun; dryRun: DryRunState }) {
  const { t } = useTranslation('sync');
  const { target } = dryRun.decisions;
  const isGiven = target === undefined && !data.question;
  // what was chosen is shown before its dry run is there
  const shown = isGiven ? data.target : target;
  return (
    <Radio.Group
      label={t('dryRun.which')}
      value={shown === undefined ? '' : String(shown ?? 'new')}
      onChange={(value) => dryRun.chooseTarget(value === 'new' ? null : Number(value))}
      readOnly={isGiven}
    >
      <Stack gap={4} mt={4}>
        {!isGiven && <Radio value="new" label={t('dryRun.newCase')} />}
        {data.candidates
          .filter(({ rootCaseKey }) => !isGiven || rootCaseKey === data.target)
          .map(({ rootCaseKey, caseNo, versionNo, terms }) => (
            <Radio
              key={rootCaseKey}
              value={String(rootCaseKey)}
              label={t('dryRun.followUpOf', { caseNo, version: versionNo + 1, terms: terms.join(', ') })}
            />
          ))}
      </Stack>
    </Radio.Group>
  );
}

function Result({ data, dryRun, mayEdit }: DryRunViewProps & { data: DryRun }) {
  const { t } = useTranslation('sync');
  const conflicts = data.values.filter(({ outcome }) => outcome === 'conflict').length;
  return (
    <>
      <p className={classes.line} role="status">
        {t(`kinds.${data.kind}`)}
      </p>
      {data.duplicates.length > 0 && <Duplicates data={data} />}
      {data.problems.length > 0 && <Problems data={data} />}
      {data.kind !== 'nothing' && <MostRecent dryRun={dryRun} />}
      {conflicts > 0 && <Notice tone="warning">{t('dryRun.conflicts', { count: conflicts })}</Notice>}
      <DryRunValues
        values={data.values}
        overwrite={dryRun.decisions.overwrite}
        {...(mayEdit && { onOverwrite: dryRun.toggleOverwrite })}
      />
      <Findings data={data} />
    </>
  );
}

/** A second case of the same report would be sent to authorities again. */
function Duplicates({ data: { duplicates } }: { data: DryRun }) {
  const { t } = useTranslation('sync');
  const to = usePathTo();
  return (
    <Notice tone="warning" role="alert" title={t('dryRun.duplicates', { count: duplicates.length })}>
      <p className={classes.line}>{t('dryRun.whatOfDuplicates')}</p>
      <ul className={classes.names}>
        {duplicates.map(({ caseKey, caseNo, versionNo, agreeing }) => (
          <li key={caseKey}>
            <Anchor inherit href={to(`case/${caseKey}/detail`)} target="_blank">
              {t('dryRun.duplicate', { caseNo, version: versionNo })}
            </Anchor>{' '}
            <span className={classes.dim}>{t('dryRun.agreeing', { fields: agreeing.join(', ') })}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Problems({ data: { problems } }: { data: DryRun }) {
  const { t } = useTranslation('sync');
  return (
    <Notice
      tone={problems.some(({ blocking }) => blocking) ? 'error' : 'warning'}
      role="alert"
      title={t('dryRun.problems', { count: problems.length })}
    >
      <ul className={classes.names}>
        {problems.map((problem, index) => (
          <li key={index}>
            {problem.place}: {problemText(t, problem)}{' '}
            {problem.source !== null && <span className={classes.dim}>{problem.source} </span>}
            {problem.rule && <RuleLink rule={problem.rule} />}{' '}
            {t(problem.blocking ? 'dryRun.keepsOut' : 'dryRun.notWritten')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function MostRecent({ dryRun }: { dryRun: DryRunState }) {
  const { t } = useTranslation('sync');
  const { mostRecent } = dryRun.decisions;
  return <DayField label={t('dryRun.mostRecent')} value={mostRecent} onChange={dryRun.chooseMostRecent} />;
}

function Findings({ data: { findings } }: { data: DryRun }) {
  const { t, i18n } = useTranslation('sync');
  const language = i18n.language as keyof (typeof findings)[number]['message'];
  if (findings.length === 0) return null;
  return (
    <details>
      <summary>{t('dryRun.findings', { count: findings.length })}</summary>
      <ul className={classes.names}>
        {findings.map((finding, index) => (
          <li key={index}>
            {t(`severity.${finding.severity}`)} · {finding.place}: {finding.message[language]}
          </li>
        ))}
      </ul>
    </details>
  );
}
