import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addFiles,
  removeFile,
  restoreFile,
  type FileEntry,
  type FileList,
} from '../../shared/case/fileList.ts';
import { FileDrop } from './FileDrop.tsx';
import styles from './components.module.css';

/** A file of a form; `raw` is there while it is not stored yet. */
export interface FormFile extends FileEntry {
  raw?: File;
}

interface FileListInputProps {
  label: string;
  hint?: string;
  value: FileList<FormFile>;
  /** most files that may stand; null for any number */
  limit: number | null;
  onChange: (list: FileList<FormFile>) => void;
}

const appended = (raw: File): FormFile => ({
  fileId: crypto.randomUUID(),
  fileName: raw.name,
  delFlag: 'N',
  appended: true,
  raw,
});

/** The files of a form outside of the case: added, removed and restored by the laws of `fileList.ts`. */
export function FileListInput({ label, hint, value, limit, onChange }: FileListInputProps) {
  const { t } = useTranslation('components');
  const [note, setNote] = useState('');
  const add = (files: readonly File[]) => {
    const { list, dropped } = addFiles(value, files.map(appended), limit);
    setNote(dropped.map(({ fileName }) => t('files.dropped', { name: fileName, max: limit })).join(' '));
    onChange(list);
  };

  return (
    <div>
      <FileDrop label={label} hint={hint} multiple onFiles={add} />
      <p role="status" className={styles.fileNote}>
        {note}
      </p>
      <ul className={styles.fileList}>
        {value.map(({ fileId, fileName, delFlag }) => {
          const act = delFlag === 'Y' ? 'restore' : 'remove';
          const done = delFlag === 'Y' ? restoreFile(value, fileId) : removeFile(value, fileId);
          return (
            <li key={fileId}>
              {delFlag === 'Y' ? <del>{fileName}</del> : fileName}
              <button
                type="button"
                aria-label={t(`files.${act}`, { name: fileName })}
                onClick={() => onChange(done)}
              >
                {t(`files.${act}Short`)}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
