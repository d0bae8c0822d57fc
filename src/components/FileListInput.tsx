import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newUuid } from '../browser/newUuid.ts';
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
  /** largest file in bytes; larger ones are not added */
  maxBytes?: number;
  /** called instead of removing a file that is stored, where that needs a reason */
  onRemoveStored?: (file: FormFile) => void;
  onChange: (list: FileList<FormFile>) => void;
}

const MB = 1024 * 1024;

const appended = (raw: File): FormFile => ({
  fileId: newUuid(),
  fileName: raw.name,
  delFlag: 'N',
  appended: true,
  raw,
});

/** The files of a form outside of the case: added, removed and restored by the laws of `fileList.ts`. */
export function FileListInput(props: FileListInputProps) {
  const { label, hint, value, limit, maxBytes = Infinity, onRemoveStored, onChange } = props;
  const { t } = useTranslation('components');
  const [note, setNote] = useState('');
  const add = (files: readonly File[]) => {
    const fitting = files.filter(({ size }) => size <= maxBytes);
    const { list, dropped } = addFiles(value, fitting.map(appended), limit);
    const tooLarge = files.filter(({ size }) => size > maxBytes);
    setNote(
      [
        ...dropped.map(({ fileName }) => t('files.dropped', { name: fileName, max: limit })),
        ...tooLarge.map(({ name }) => t('files.tooLarge', { name, megabytes: maxBytes / MB })),
      ].join(' '),
    );
    onChange(list);
  };

  return (
    <div>
      <FileDrop label={label} hint={hint} multiple onFiles={add} />
      <p role="status" className={styles.fileNote}>
        {note}
      </p>
      <ul className={styles.fileList}>
        {value.map((file) => {
          const { fileId, fileName, delFlag, appended: appendedNow } = file;
          const act = delFlag === 'Y' ? 'restore' : 'remove';
          const done = delFlag === 'Y' ? restoreFile(value, fileId) : removeFile(value, fileId);
          return (
            <li key={fileId}>
              {delFlag === 'Y' ? <del>{fileName}</del> : fileName}
              <button
                type="button"
                aria-label={t(`files.${act}`, { name: fileName })}
                onClick={() =>
                  act === 'remove' && !appendedNow && onRemoveStored ? onRemoveStored(file) : onChange(done)
                }
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
