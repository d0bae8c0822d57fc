/** What became of each message of an imported file. */
import { Alert, Anchor, Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { StatusBadge } from '../../components/index.ts';
import { usePathTo, usePlace } from '../../frame/place.ts';
import classes from './ImportPage.module.css';
import type { ImportAnswer, ImportedCase } from './useImport.ts';

const TONES = { new: 'success', followUp: 'info', refused: 'error' } as const;
const SEVERITIES = ['error', 'warning', 'info'] as const;

export function ImportResult({ answer }: { answer: ImportAnswer }) {
  const { t } = useTranslation('import');
  const count = (decision: ImportedCase['decision']) =>
    answer.cases.filter((one) => one.decision === decision).length;
  return (
    <section aria-label={t('result')}>
      <Title order={2} mt="lg" role="status">
        {t('summary', {
          file: answer.fileName,
          added: count('new'),
          followUps: count('followUp'),
          refused: count('refused'),
        })}
      </Title>
      {answer.cases.map((one) => (
        <CaseResult key={`${one.fileName} ${one.message}`} result={one} />
      ))}
    </section>
  );
}

function CaseResult({ result }: { result: ImportedCase }) {
  const { t } = useTranslation('import');
  const to = usePathTo();
  const { caseKey, caseNo, decision, fileName, message, findings, residue, problem } = result;
  return (
    <Paper withBorder className={classes.case}>
      <div className={classes.head}>
        <StatusBadge tone={TONES[decision]}>{t(`decisions.${decision}`)}</StatusBadge>
        {caseKey === null ? (
          <strong>{caseNo}</strong>
        ) : (
          <Anchor component={Link} to={to(`case/${caseKey}/detail`)} fw={600}>
            {caseNo}
          </Anchor>
        )}
        <span className={classes.file}>{t('message', { file: fileName, number: message })}</span>
        <span className={classes.counts}>
          {SEVERITIES.map((severity) => {
            const some = findings.filter((finding) => finding.severity === severity).length;
            const tone = severity === 'info' ? 'info' : severity;
            return (
              some > 0 && (
                <StatusBadge key={severity} tone={tone}>
                  {t(`count.${severity}`, { count: some })}
                </StatusBadge>
              )
            );
          })}
        </span>
      </div>
      {problem && (
        <Alert color="red" variant="light" mt="xs" py={6}>
          {problem}
        </Alert>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
      {residue.length > 0 && <Residue residue={residue} />}
    </Paper>
  );
}

function Findings({ findings }: Pick<ImportedCase, 'findings'>) {
  const { t } = useTranslation('import');
  const { language, appendix } = usePlace();
  const catalogue = useCatalogue(appendix);
  return (
    <details className={classes.details}>
      <summary>{t('findings', { count: findings.length })}</summary>
      {SEVERITIES.map((severity) => {
        const some = findings.filter((finding) => finding.severity === severity);
        return (
          some.length > 0 && (
            <section key={severity}>
              <Title order={3} mt="xs">
                {t(`severities.${severity}`)}
              </Title>
              <ul className={classes.list}>
                {some.map((finding, place) => {
                  const item = catalogue.items[finding.itemId];
                  return (
                    <li key={`${finding.ruleId} ${place}`}>
                      {wordsIn(finding.message, language)}{' '}
                      <span className={classes.item}>
                        {item ? wordsIn(item.label, language) : ''} ({finding.itemId})
                      </span>
                    </li>
                  );
                })}
              </ul>
            </section>
          )
        );
      })}
    </details>
  );
}

/** Parts of the message that no item takes; they are kept with the case and written back on export. */
function Residue({ residue }: Pick<ImportedCase, 'residue'>) {
  const { t } = useTranslation('import');
  return (
    <details className={classes.details}>
      <summary>{t('residue', { count: residue.length })}</summary>
      <ul className={classes.list}>
        {residue.map(({ path, line, text }) => (
          <li key={`${line} ${path}`}>
            {t('residueAt', { line })} <span className={classes.code}>{path}</span>
            {text && <span className={classes.item}> {text}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
