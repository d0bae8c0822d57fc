/** Above the text: which file it is, and what can be done with it besides typing. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatSource } from '../../../../shared/schemas/formatSource.ts';
import { showInfo } from '../../../components/index.ts';
import type { WorkingFile } from '../working/workingCopy.ts';
import styles from './SourceEditor.module.css';

export interface EditorBarProps {
  file: WorkingFile;
  readOnly: boolean;
  onFormat: (text: string) => void;
  onFind: () => void;
  /** absent where the file has to stay */
  onTakeOut: (() => void) | undefined;
}

export function EditorBar({ file, readOnly, onFormat, onFind, onTakeOut }: EditorBarProps) {
  const { t } = useTranslation('studio');
  const format = () => {
    const formatted = formatSource({ file: file.file, text: file.text ?? '' });
    if (formatted === null) showInfo(t('editor.notFormatted'));
    else onFormat(formatted);
  };
  return (
    <div className={styles.bar}>
      <code className={styles.path}>{file.file}</code>
      <span className={styles.keys}>{t('editor.keysShort')}</span>
      <Button size="compact-xs" variant="default" onClick={onFind}>
        {t('editor.find')}
      </Button>
      {!readOnly && (
        <Button size="compact-xs" variant="default" onClick={format}>
          {t('editor.format')}
        </Button>
      )}
      {onTakeOut && (
        <Button size="compact-xs" variant="default" onClick={onTakeOut}>
          {t('editor.takeOut')}
        </Button>
      )}
    </div>
  );
}
