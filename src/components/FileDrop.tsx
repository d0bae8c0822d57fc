import { useState, type DragEvent } from 'react';
import styles from './components.module.css';

interface FileDropProps {
  label: string;
  /** what is taken, and how large it may be */
  hint?: string;
  /** endings with their dots; what else is dropped is not taken by the chooser, the caller judges a dropped file */
  accept?: readonly string[];
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** A field to drop a file on, or to choose one by mouse and keyboard. */
export function FileDrop({ label, hint, accept, disabled = false, onFile }: FileDropProps) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver && !disabled);
  };
  return (
    <label
      className={styles.drop}
      data-over={over || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        const file = event.dataTransfer.files[0];
        if (file && !disabled) onFile(file);
      }}
    >
      <input
        type="file"
        className={styles.quiet}
        accept={accept?.join(',')}
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // the same file chosen again is chosen anew
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <strong>{label}</strong>
      {hint && <small>{hint}</small>}
    </label>
  );
}
