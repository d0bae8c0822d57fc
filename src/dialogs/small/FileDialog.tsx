/** Asks for a file; without one it does not go on (specification 2-dialogs section 5). */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../components/index.ts';
import styles from '../dialogs.module.css';
import { SmallDialog } from './SmallDialog.tsx';

export interface FileDialogOptions {
  title: string;
  /** endings with their dots */
  accept?: readonly string[];
}

interface FileDialogProps extends FileDialogOptions {
  /** null: closed without an answer */
  onAnswer: (file: File | null) => void;
}

export function FileDialog({ title, accept, onAnswer }: FileDialogProps) {
  const { t } = useTranslation('dialogs');
  const [file, setFile] = useState<File | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const messageId = useId();
  const submit = () => {
    setSubmitted(true);
    if (file) onAnswer(file);
    else document.getElementById(messageId)?.closest('form')?.querySelector('input')?.focus();
  };
  return (
    <SmallDialog title={title} onSubmit={submit} onClose={() => onAnswer(null)}>
      <FileDrop
        label={t('file.choose')}
        hint={accept?.join(', ')}
        accept={accept}
        data-autofocus
        onFiles={([first]) => setFile(first)}
      />
      <p id={messageId} role={file ? 'status' : 'alert'} className={file ? undefined : styles.alert}>
        {file ? file.name : submitted && t('file.required')}
      </p>
    </SmallDialog>
  );
}
