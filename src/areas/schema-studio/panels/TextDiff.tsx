/** What differs between two texts of a file, changed stretches only. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hunksOf, lineDifference, type DiffLine } from '../../../../shared/schemas/lineDifference.ts';
import styles from './TextDiff.module.css';

export interface TextDiffProps {
  file: string;
  /** null: there was or is no such file */
  before: string | null;
  after: string | null;
  /** what else is said of the file */
  note?: string;
}

const MARKS: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '−' };

export function TextDiff({ file, before, after, note }: TextDiffProps) {
  const { t } = useTranslation('studio');
  const lines = useMemo(() => lineDifference(before ?? '', after ?? ''), [before, after]);
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return (
    <details className={styles.file} open>
      <summary>
        <code>{file}</code>{' '}
        <span className={styles.counts}>
          {t('diff.counts', { added: count('added'), removed: count('removed') })}
        </span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </summary>
      <div className={styles.hunks} tabIndex={0} role="region" aria-label={t('diff.label', { file })}>
        <table>
          {hunksOf(lines).map(({ lines: hunk }, at) => (
            <tbody key={at}>
              {hunk.map((line) => (
                <tr key={`${line.before} ${line.after}`} data-kind={line.kind}>
                  <td>{line.before}</td>
                  <td>{line.after}</td>
                  <td>
                    <span className={styles.sign}>{MARKS[line.kind]}</span>
                    {line.text}
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </details>
  );
}
