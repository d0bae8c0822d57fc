/** Importing messages: a file goes in, what became of each message comes out. */
import { Button, Checkbox, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProgress } from '../../../shared/contract/index.ts';
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
  const [isCompared, setCompared] = useState(false);
  const { state, send, processed } = useImport(sponsorKey, isCompared ? 'followUp' : 'refuse');
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
      <Checkbox
        mt="sm"
        size="sm"
        label={t('otherPatient')}
        description={t('otherPatientHint')}
        checked={isCompared}
        disabled={sending}
        onChange={({ currentTarget: { checked } }) => setCompared(checked)}
      />
      {sending && (
        <Sending
          fileName={file?.name ?? ''}
          sent={progress}
          processed={processed}
          onCancel={() => send({ type: 'upload.cancelled' })}
        />
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

interface SendingProps {
  fileName: string;
  /** share of the file */
  sent: number;
  processed: ImportProgress | null;
  onCancel: () => void;
}

/** How far the file was sent, then how far it was read. What was stored is not undone, so it cannot be cancelled then. */
function Sending({ fileName, sent, processed, onCancel }: SendingProps) {
  const { t } = useTranslation('import');
  const share = processed ? processed.bytes / Math.max(1, processed.totalBytes) : sent;
  const percent = Math.min(100, Math.round(share * 100));
  const isStoring = processed !== null && processed.messages > 0;
  return (
    <div className={classes.sending} role="status">
      <Text size="sm">
        {processed
          ? t('readingShare', { file: fileName, percent })
          : sent < 1
            ? t('sending', { file: fileName, percent })
            : t('reading', { file: fileName })}
      </Text>
      <Progress value={percent} animated={sent === 1} aria-label={t('progress')} />
      {processed && processed.totalFiles > 1 && (
        <Text size="sm">{t('files', { done: processed.files, total: processed.totalFiles })}</Text>
      )}
      {isStoring ? (
        <Text size="sm">{t('storing', { count: processed.messages })}</Text>
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        </Group>
      )}
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
