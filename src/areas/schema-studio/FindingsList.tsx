/** The findings of the linter, errors first; each leads to its place. */
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { StatusBadge } from '../../components/index.ts';
import { shortName } from './fileKinds.ts';
import styles from './FindingsList.module.css';

export interface FindingsListProps {
  findings: readonly SourceFinding[];
  /** the open file; null: none is */
  file: string | null;
  pending: boolean;
  /** false: nothing was checked yet, and nothing is counted */
  checked?: boolean;
  onGoTo: (finding: SourceFinding) => void;
}

/** More findings are shown when these are fixed. */
const MAX_SHOWN = 200;

export function FindingsList({ findings, file, pending, checked = true, onGoTo }: FindingsListProps) {
  const { t } = useTranslation('studio');
  const [onlyHere, setOnlyHere] = useState(false);
  const [open, setOpen] = useState(true);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const shown = findings
    .filter((finding) => !onlyHere || finding.file === file)
    .toSorted((a, b) => rank(a, file) - rank(b, file))
    .slice(0, MAX_SHOWN);
  return (
    <section className={styles.findings} aria-label={t('findings.label')}>
      <div className={styles.head}>
        <UnstyledButton className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('findings.label')}
        </UnstyledButton>
        <span role="status" className={styles.counts}>
          {checked && (
            <StatusBadge tone={errors > 0 ? 'error' : 'success'}>
              {t('findings.errors', { count: errors })}
            </StatusBadge>
          )}
          {findings.length > errors && (
            <StatusBadge tone="warning">
              {t('findings.warnings', { count: findings.length - errors })}
            </StatusBadge>
          )}
          {pending && <span className={styles.pending}>{t('findings.checking')}</span>}
        </span>
        {file !== null && (
          <label className={styles.only}>
            <input type="checkbox" checked={onlyHere} onChange={() => setOnlyHere(!onlyHere)} />
            {t('findings.onlyHere')}
          </label>
        )}
      </div>
      {open && shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((finding, index) => (
            <li key={`${finding.file}:${finding.line}:${finding.column}:${finding.rule}:${index}`}>
              <UnstyledButton className={styles.finding} onClick={() => onGoTo(finding)}>
                <span className={styles.severity} data-severity={finding.severity}>
                  {t(`findings.severity.${finding.severity}`)}
                </span>
                <span className={styles.place}>
                  {shortName(finding.file)}:{finding.line}:{finding.column}
                </span>
                <span>{finding.message}</span>
                <span className={styles.rule}>{finding.rule}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Errors before warnings, and of each those of the open file first. */
const rank = ({ severity, file }: SourceFinding, here: string | null): number =>
  (severity === 'error' ? 0 : 2) + (file === here ? 0 : 1);
