/** Choosing and sending the files of an import. */
import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import { IMPORT_LIMITS, type Sending, type UnsentFile, type useSendFiles } from './useSendFiles.ts';
import classes from './ImportPage.module.css';

const MB = 1024 * 1024;

/** Of a file, in megabytes. */
const LIMIT = Math.round(IMPORT_LIMITS.maxBytes / MB);

export function NewImport({ files }: { files: ReturnType<typeof useSendFiles> }) {
  const { t } = useTranslation('import');
  const { sending, error, send, cancel } = files;
  return (
    <>
      <FileDrop
        label={t('drop')}
        hint={t('hint', { limit: LIMIT })}
        accept={IMPORT_LIMITS.endings}
        disabled={sending !== null}
        multiple
        onFiles={send}
      />
      {sending && <SendingFile sending={sending} onCancel={cancel} />}
      <FailureNotice error={error} />
    </>
  );
}

function SendingFile({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { t } = useTranslation('import');
  const { name, index, total, share } = sending;
  const percent = Math.min(100, Math.round(share * 100));
  return (
    <div className={classes.working} role="status">
      <Text size="sm">{t('sending', { file: name, percent, index, total })}</Text>
      <Progress value={percent} animated={share === 1} aria-label={t('progress')} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </Group>
    </div>
  );
}

/** A file that is not part of the import, and why. */
export function NotSent({ file }: { file: UnsentFile }) {
  const { t } = useTranslation('import');
  return (
    <Notice tone="error" title={t('notSent', { file: file.name })} role="alert">
      {file.problem ? t(`problems.${file.problem}`, { fileSize: LIMIT }) : failureText(file.error)}
    </Notice>
  );
}
