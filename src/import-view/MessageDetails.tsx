/** What was found in an imported message: findings of the rules, unmapped elements, converted values. */
import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportedCase } from '../../shared/contract/index.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { useCatalogue } from '../catalogue/catalogue.queries.ts';
import { wordsIn } from '../catalogue/words.ts';
import classes from './importView.module.css';

const SEVERITIES = ['error', 'warning', 'info'] as const;

type Details = Pick<ImportedCase, 'findings' | 'residue' | 'notes' | 'cells'>;

/** Each part folded, where there is any. */
export function MessageDetails({ findings, residue, notes, cells }: Details) {
  return (
    <>
      {cells.length > 0 && <Cells cells={cells} />}
      {findings.length > 0 && <Findings findings={findings} />}
      {residue.length > 0 && <Residue residue={residue} />}
      {notes.length > 0 && <Notes notes={notes} />}
    </>
  );
}

function Findings({ findings }: Pick<Details, 'findings'>) {
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

/** Cells of a spreadsheet that cannot be read, by their place. */
function Cells({ cells }: Pick<Details, 'cells'>) {
  const { t } = useTranslation('import');
  return (
    <details className={classes.details} open>
      <summary>{t('cells', { count: cells.length })}</summary>
      <ul className={classes.list}>
        {cells.map(({ sheet, cell, label, text, problem }, index) => (
          <li key={`${sheet} ${cell} ${index}`}>
            <span className={classes.code}>
              {sheet}!{cell}
            </span>
            {label && <span className={classes.item}> {label}</span>}
            {text && <span className={classes.code}> {text}</span>}: {problem}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Unmapped parts of the message, which are stored with the case and written back on export. */
function Residue({ residue }: Pick<Details, 'residue'>) {
  const { t } = useTranslation('import');
  return (
    <details className={classes.details}>
      <summary>{t('residue', { count: residue.length })}</summary>
      <ul className={classes.list}>
        {residue.map(({ path, line, text, why }, index) => (
          <li key={`${line} ${path} ${index}`}>
            {line > 0 && `${t('residueAt', { line })} `}
            <span className={classes.code}>{path}</span>
            {text && <span className={classes.item}> {text}</span>}
            {why && <span> ({t(`residueReasons.${why}`)})</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What reading made of values: the item, the rule, before and after. */
function Notes({ notes }: Pick<Details, 'notes'>) {
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
