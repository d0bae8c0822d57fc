/** The schema files by kind, with what is with each of them. */
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { isChanged, KINDS, kindOf, shortName } from './fileKinds.ts';
import type { WorkingFile } from './working/workingCopy.ts';
import styles from './FileTree.module.css';

/** Long lists that are seldom wanted begin folded. */
const FOLDED: ReadonlySet<string> = new Set(['code-lists', 'other']);

export interface FileTreeProps {
  files: ReadonlyMap<string, WorkingFile>;
  findings: readonly SourceFinding[];
  selected: string;
  onSelect: (file: string) => void;
  /** absent for those who only read */
  onNew?: () => void;
  onDiscard?: (file: string) => void;
}

export function FileTree({ files, findings, selected, onSelect, onNew, onDiscard }: FileTreeProps) {
  const { t } = useTranslation('studio');
  const [filter, setFilter] = useState('');
  const shown = [...files.values()]
    .filter(({ file }) => file.toLowerCase().includes(filter.trim().toLowerCase()))
    .toSorted((a, b) => a.file.localeCompare(b.file, 'en'));
  return (
    <nav className={styles.tree} aria-label={t('files.label')}>
      <div className={styles.head}>
        <TextInput
          size="xs"
          className={styles.filter}
          aria-label={t('files.filter')}
          placeholder={t('files.filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        {onNew && (
          <Tooltip label={t('files.new')}>
            <ActionIcon variant="default" aria-label={t('files.new')} onClick={onNew}>
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={styles.kinds}>
        {KINDS.map((kind) => {
          const ofKind = shown.filter(({ file }) => kindOf(file) === kind);
          if (ofKind.length === 0) return null;
          return (
            <details key={kind} open={filter !== '' || !FOLDED.has(kind)}>
              <summary>
                {t(`files.kinds.${kind}`)} <span className={styles.count}>{ofKind.length}</span>
              </summary>
              <ul>
                {ofKind.map((file) => (
                  <FileLine
                    key={file.file}
                    file={file}
                    errors={count(findings, file.file, 'error')}
                    warnings={count(findings, file.file, 'warning')}
                    selected={file.file === selected}
                    onSelect={onSelect}
                    onDiscard={onDiscard}
                  />
                ))}
              </ul>
            </details>
          );
        })}
      </div>
    </nav>
  );
}

const count = (findings: readonly SourceFinding[], file: string, severity: string): number =>
  findings.filter((finding) => finding.file === file && finding.severity === severity).length;

interface FileLineProps extends Pick<FileTreeProps, 'onSelect' | 'onDiscard'> {
  file: WorkingFile;
  errors: number;
  warnings: number;
  selected: boolean;
}

function FileLine({ file, errors, warnings, selected, onSelect, onDiscard }: FileLineProps) {
  const { t } = useTranslation('studio');
  const mark = markOf(file);
  return (
    <li className={styles.line} data-selected={selected || undefined}>
      <button
        type="button"
        className={styles.file}
        aria-current={selected ? 'true' : undefined}
        title={file.file}
        onClick={() => onSelect(file.file)}
      >
        <span className={styles.name}>{shortName(file.file)}</span>
        {mark && (
          <span className={styles.mark} data-mark={mark}>
            {t(`files.marks.${mark}`)}
          </span>
        )}
        {errors > 0 && (
          <span className={styles.errors} title={t('findings.errors', { count: errors })}>
            <span aria-hidden>{errors}</span>
            <span className={styles.spoken}>{t('findings.errors', { count: errors })}</span>
          </span>
        )}
        {errors === 0 && warnings > 0 && (
          <span className={styles.warnings} title={t('findings.warnings', { count: warnings })}>
            <span aria-hidden>{warnings}</span>
            <span className={styles.spoken}>{t('findings.warnings', { count: warnings })}</span>
          </span>
        )}
      </button>
      {onDiscard && (file.draftAt !== null || file.origin === 'draft') && (
        <Tooltip label={t('files.discard', { file: shortName(file.file) })}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('files.discard', { file: shortName(file.file) })}
            onClick={() => onDiscard(file.file)}
          >
            <IconArrowBackUp size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

/** The one word about a file; null: it is as the product delivers it. */
function markOf(file: WorkingFile): 'new' | 'draft' | 'disk' | 'removed' | 'published' | null {
  if (file.text === null) return isChanged(file) ? 'removed' : null;
  if (!isChanged(file)) return file.origin === 'published' ? 'published' : null;
  if (file.active === null) return 'new';
  return file.origin === 'disk' ? 'disk' : 'draft';
}
