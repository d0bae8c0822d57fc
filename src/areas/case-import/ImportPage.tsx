/** Importing E2B(R3) messages: a file goes in, what became of each message comes out. */
import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../api/index.ts';
import { FileDrop, PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { ImportResult } from './ImportResult.tsx';
import { locationInFile } from './locationInFile.ts';
import { IMPORT_LIMITS, useImport } from './useImport.ts';
import classes from './ImportPage.module.css';
import { Notice } from '../../feedback/Notice.tsx';

const MB = 1024 * 1024;

export function ImportPage() {
  const { t } = useTranslation('import');
  const { sponsorKey } = useRouteContext();
  const { state, send } = useImport(sponsorKey);
  const { file, progress, problem, answer, error } = state.context;
  const sending = state.matches('sending');
  const limit = Math.round(IMPORT_LIMITS.maxBytes / MB);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <FileDrop
        label={t('drop')}
        hint={t('hint', { limit })}
        accept={IMPORT_LIMITS.endings}
        disabled={sending}
        onFiles={([chosen]) => send({ type: 'file.chosen', file: chosen })}
      />
      {sending && (
        <div className={classes.sending} role="status">
          <Text size="sm">
            {progress < 1
              ? t('sending', { file: file?.name, percent: Math.round(progress * 100) })
              : t('reading', { file: file?.name })}
          </Text>
          <Progress value={progress * 100} animated={progress === 1} aria-label={t('progress')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => send({ type: 'upload.cancelled' })}>
              {t('common:cancel')}
            </Button>
          </Group>
        </div>
      )}
      {state.matches({ waiting: 'refused' }) && problem && (
        <Notice tone="error" title={file?.name} role="alert">
          {t(`problems.${problem}`, { fileSize: limit })}
        </Notice>
      )}
      {state.matches({ waiting: 'failed' }) && <Refused fileName={file?.name ?? ''} error={error} />}
      {state.matches({ waiting: 'done' }) && answer && <ImportResult answer={answer} />}
    </div>
  );
}

/** A file that could not be read at all: why, and at which line and column. */
function Refused({ fileName, error }: { fileName: string; error: unknown }) {
  const { t } = useTranslation('import');
  const location = error instanceof CallFailure ? locationInFile(error.details) : null;
  return (
    <Notice tone="error" title={t('refusedFile', { file: fileName })} role="alert">
      {failureText(error)}
      {location && <Text size="sm">{t('place', { line: location.line, column: location.column })}</Text>}
    </Notice>
  );
}
