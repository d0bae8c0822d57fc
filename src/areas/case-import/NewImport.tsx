/** Choosing and sending the files of an import. */
import { Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { UnsentFile } from '../../../machines/upload/upload.machine.ts';
import { downloadImportTemplate } from '../../../shared/contract/index.ts';
import { download } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { FileDrop } from '../../components/index.ts';
import { askForFile } from '../../dialogs/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import { IMPORT_LIMITS, type useSendFiles } from './useSendFiles.ts';
import classes from './ImportPage.module.css';

const MB = 1024 * 1024;
type Sender = ReturnType<typeof useSendFiles>;

/** Of a file, in megabytes. */
const LIMIT = Math.round(IMPORT_LIMITS.maxBytes / MB);

export function NewImport({ sender }: { sender: Sender }) {
  const { t } = useTranslation('import');
  const { state, choose, cancel } = sender;
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
      <Spreadsheets disabled={!state.matches('waiting')} onFile={(file) => choose([file])} />
    </>
  );
}

/** A template of the region, and the file that it becomes. */
function Spreadsheets({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation('import');
  const { sponsorKey } = useRouteContext();
  const to = usePathTo();
  const fetch = useMutation({
    mutationFn: () => download(downloadImportTemplate, { params: { sponsorKey } }),
    meta: { ownFailure: true },
  });
  const send = async () => {
    const file = await askForFile({ title: t('sheets.send'), accept: ['.xlsx'] });
    if (file) onFile(file);
  };
  return (
    <section className={classes.section} aria-label={t('sheets.title')}>
      <h2>{t('sheets.title')}</h2>
      <Text size="sm">{t('sheets.text')}</Text>
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={fetch.isPending}
          onClick={() => fetch.mutate()}
        >
          {t('sheets.template')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconUpload size={15} aria-hidden />}
          disabled={disabled}
          onClick={() => void send()}
        >
          {t('sheets.open')}
        </Button>
        <Anchor component={Link} to={to('data/select-domain')} size="sm">
          {t('sheets.items')}
        </Anchor>
      </Group>
      <FailureNotice error={fetch.error} />
    </section>
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
