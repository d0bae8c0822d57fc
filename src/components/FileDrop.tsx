import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './components.module.css';

interface FileDropProps {
  label: string;
  /** what is taken, and how large it may be */
  hint?: string;
  /** endings with their dots; what else is dropped is not taken by the chooser, the caller judges a dropped file */
  accept?: readonly string[];
  disabled?: boolean;
  /** what a dialog begins with */
  'data-autofocus'?: boolean;
  /** takes several at once */
  multiple?: boolean;
  /** with at least one file, and exactly one unless it takes several */
  onFiles: (files: readonly [File, ...File[]]) => void;
}

/** A field to drop a file on, or to choose one by mouse and keyboard. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, disabled = false, multiple = false, onFiles } = props;
  const { t } = useTranslation('components');
  const [over, setOver] = useState(false);
  const [isTooMany, setTooMany] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver && !disabled);
  };
  const take = (files: Iterable<File>) => {
    const [first, ...more] = files;
    // which one is meant is not guessed, and none is left out unseen
    const hasTooMany = !multiple && more.length > 0;
    setTooMany(hasTooMany);
    if (first && !hasTooMany) onFiles([first, ...more]);
  };
  return (
    <>
      <label
        className={styles.drop}
        data-over={over || undefined}
        data-disabled={disabled || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          if (!disabled) take(event.dataTransfer.files);
        }}
      >
        <input
          type="file"
          className={styles.quiet}
          accept={accept?.join(',')}
          disabled={disabled}
          data-autofocus={props['data-autofocus'] || undefined}
          multiple={multiple}
          onChange={(event) => {
            take(event.currentTarget.files ?? []);
            // Selecting the same file again must raise an event.
            event.currentTarget.value = '';
          }}
        />
        <strong>{label}</strong>
        {hint && <small>{hint}</small>}
      </label>
      {isTooMany && (
        <p role="alert" className={styles.problem}>
          {t('files.oneOnly')}
        </p>
      )}
    </>
  );
}
