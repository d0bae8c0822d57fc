/** What became of each message of an imported file. */
import { Anchor, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { DataTable, StatusBadge, type Column } from '../../components/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import classes from './ImportPage.module.css';
import type { ImportAnswer, ImportedCase } from './useImport.ts';
import { Notice } from '../../feedback/Notice.tsx';

const TONES = { new: 'success', followUp: 'info', refused: 'error' } as const;
const SEVERITIES = ['error', 'warning', 'info'] as const;

export function ImportResult({ answer }: { answer: ImportAnswer }) {
  const { t } = useTranslation('import');
  const to = usePathTo();
  const count = (decision: ImportedCase['decision']) =>
    answer.cases.filter((one) => one.decision === decision).length;
  const columns: Column<ImportedCase>[] = [
    { key: 'message', label: t('columns.message'), align: 'right', render: ({ message }) => message },
    {
      key: 'decision',
      label: t('columns.decision'),
      render: ({ decision }) => (
        <StatusBadge tone={TONES[decision]}>{t(`decisions.${decision}`)}</StatusBadge>
      ),
    },
    {
      key: 'case',
      label: t('columns.case'),
      render: ({ caseKey, caseNo }) =>
        caseKey === null ? (
          caseNo
        ) : (
          <Anchor
            className={classes.keep}
            component={Link}
            to={to(`case/${caseKey}/detail`)}
            size="sm"
            fw={600}
          >
            {caseNo}
          </Anchor>
        ),
    },
    { key: 'file', label: t('columns.file'), render: ({ fileName }) => fileName },
    { key: 'found', label: t('columns.found'), render: (one) => <Found result={one} /> },
  ];
  return (
    <section aria-label={t('result')} className={classes.result}>
      <div role="status">
        <Title order={2} mt="lg" mb="sm">
          {t('summary', {
            file: answer.fileName,
            added: count('new'),
            followUps: count('followUp'),
            refused: count('refused'),
          })}
        </Title>
      </div>
      <DataTable
        label={t('result')}
        rows={answer.cases}
        rowKey={({ fileName, message }) => `${fileName} ${message}`}
        columns={columns}
      />
    </section>
  );
}

/** Why a message was refused, or what the rules and the reader say about it. */
function Found({ result: { findings, residue, notes = [], form, problem } }: { result: ImportedCase }) {
  const { t } = useTranslation('import');
  const counts = SEVERITIES.map((severity) => ({
    severity,
    some: findings.filter((finding) => finding.severity === severity).length,
  }));
  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <span className={classes.counts}>
        {form === 'R2' && <StatusBadge tone="neutral">E2B(R2)</StatusBadge>}
        {counts.map(
          ({ severity, some }) =>
            some > 0 && (
              <StatusBadge key={severity} tone={severity}>
                {t(`count.${severity}`, { count: some })}
              </StatusBadge>
            ),
        )}
      </span>
      {findings.length > 0 && <Findings findings={findings} />}
      {residue.length > 0 && <Residue residue={residue} />}
      {notes.length > 0 && <Notes notes={notes} />}
    </>
  );
}

function Findings({ findings }: Pick<ImportedCase, 'findings'>) {
  const { t } = useTranslation('import');
  const { language, appendix } = useRouteContext();
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
                {some.map((finding, index) => {
                  const item = catalogue.items[finding.itemId];
                  return (
                    <li key={`${finding.ruleId} ${index}`}>
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

/** Unmapped parts of the message, which are stored with the case and written back on export. */
function Residue({ residue }: Pick<ImportedCase, 'residue'>) {
  const { t } = useTranslation('import');
  return (
    <details className={classes.details}>
      <summary>{t('residue', { count: residue.length })}</summary>
      <ul className={classes.list}>
        {residue.map(({ path, line, text, why }) => (
          <li key={`${line} ${path}`}>
            {t('residueAt', { line })} <span className={classes.code}>{path}</span>
            {text && <span className={classes.item}> {text}</span>}
            {why && <span> ({t(`residueReasons.${why}`)})</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What the conversion from E2B(R2) made of values: the item, the rule, before and after. */
function Notes({ notes }: { notes: NonNullable<ImportedCase['notes']> }) {
  const { t } = useTranslation('import');
  const { language, appendix } = useRouteContext();
  const catalogue = useCatalogue(appendix);
  return (
    <details className={classes.details}>
      <summary>{t('notes', { count: notes.length })}</summary>
      <ul className={classes.list}>
        {notes.map(({ rule, itemId, line, before, after }, index) => {
          const item = catalogue.items[itemId];
          return (
            <li key={`${line} ${itemId} ${index}`}>
              {line > 0 && `${t('residueAt', { line })} `}
              {t(`conversion.${rule}`)}
              {item && (
                <span className={classes.item}>
                  {' '}
                  {wordsIn(item.label, language)} ({itemId})
                </span>
              )}
              {(before || after) && (
                <span className={classes.code}>
                  {' '}
                  {before} → {after || '–'}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
