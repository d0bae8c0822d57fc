/** Choosing and sending the files of an import. */
import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UnsentFile } from '../../../machines/upload/upload.machine.ts';
import { FileDrop } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import { IMPORT_LIMITS, type useSendFiles } from './useSendFiles.ts';
import classes from './ImportPage.module.css';

const MB = 1024 * 1024;
type Sender = ReturnType<typeof useSendFiles>;

/** Of a file, in megabytes. */
const LIMIT = Math.round(IMPORT_LIMITS.maxBytes / MB);

export function NewImport({ sender: { state, choose, cancel } }: { sender: Sender }) {
  const { t } = useTranslation('import');
  const isSending = state.matches('sending');
  return (
    <>
      <FileDrop
        label={t('drop')}
        hint={t('hint', { limit: LIMIT })}
        accept={IMPORT_LIMITS.endings}
        disabled={!state.matches('waiting')}
        multiple
        onFiles={choose}
      />
      {isSending && <SendingFile state={state} onCancel={cancel} />}
      <FailureNotice error={state.context.error} />
    </>
  );
}

function SendingFile({ state, onCancel }: { state: Sender['state']; onCancel: () => void }) {
  const { t } = useTranslation('import');
  const { files, index, progress } = state.context;
  const percent = Math.min(100, Math.round(progress * 100));
  const words = { file: files[index]?.name, percent, index: index + 1, total: files.length };
  return (
    <div className={classes.working} role="status">
      <Text size="sm">{t('sending', words)}</Text>
      <Progress value={percent} animated={progress === 1} aria-label={t('progress')} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </Group>
    </div>
  );
}

/** A file that is not part of the import, and why. */
export function NotSent({ unsent: { file, problem, error } }: { unsent: UnsentFile<File> }) {
  const { t } = useTranslation('import');
  return (
    <Notice tone="error" title={t('notSent', { file: file.name })} role="alert">
      {problem ? t(`problems.${problem}`, { fileSize: LIMIT }) : failureText(error)}
    </Notice>
  );
}
