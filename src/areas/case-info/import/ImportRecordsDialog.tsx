/** Imports records of a kind from a file: templates, the file, its preview, and the reason. */
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadRecordTemplate, importRecords } from '../../../../shared/contract/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { Dialog, FileDrop, LoadingArea, ReasonForm, showSuccess } from '../../../components/index.ts';
import { downloadOrTell } from '../../../feedback/downloadOrTell.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import classes from './import.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { PasteRows } from './PasteRows.tsx';
import { useRecordImport } from './useRecordImport.ts';

/** Longer ones would not fit into an address. */
const MAX_REASON_LENGTH = 500;
const ENDINGS = ['.xlsx', '.csv'];

interface ImportRecordsDialogProps {
  kind: RecordKind;
  onClose: () => void;
}

export function ImportRecordsDialog({ kind, onClose }: ImportRecordsDialogProps) {
  const { t } = useTranslation('caseInfo');
  const { sponsorKey, language } = useRouteContext();
  const { file, preview, problem, isBusy, look, store } = useRecordImport(kind, sponsorKey);
  const label = kind.listLabel[language];
  const count = (preview?.counts.new ?? 0) + (preview?.counts.changed ?? 0);
  const isReady =
    preview !== null && preview.counts.findings === 0 && preview.counts.refused === 0 && count > 0;
  return (
    <Dialog title={t('import.title', { kind: label })} size="72rem" onClose={onClose} busy={isBusy}>
      <div className={classes.steps}>
        <Templates kind={kind} />
        <FileDrop
          label={t('import.drop')}
          data-autofocus
          hint={t('import.hint', { limit: importRecords.maxUploadMb })}
          accept={ENDINGS}
          disabled={isBusy}
          onFiles={([chosen]) => void look(chosen)}
        />
        <PasteRows isDisabled={isBusy} onRows={(rows) => void look(rows)} />
        {isBusy && !preview && <LoadingArea label={t('import.reading')} />}
        {problem !== null && !isReady && (
          <Notice tone="error" title={file?.name} role="alert">
            {problem}
          </Notice>
        )}
        {preview && <ImportPreview preview={preview} fileName={file?.name ?? ''} />}
        {isReady && (
          <ReasonForm
            maxLength={MAX_REASON_LENGTH}
            problem={problem}
            pending={isBusy}
            confirmLabel={t('import.store', { count })}
            onCancel={onClose}
            onConfirm={(reason) => {
              void store(reason).then((isStored) => {
                if (!isStored) return;
                showSuccess(t('import.stored', { count }));
                onClose();
              });
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

function Templates({ kind }: { kind: RecordKind }) {
  const { t } = useTranslation('caseInfo');
  const { sponsorKey } = useRouteContext();
  const get = (query: { format?: 'CSV'; filled?: 'Y' }) => () => {
    void downloadOrTell(downloadRecordTemplate, { params: { sponsorKey, kind: kind.kind }, query });
  };
  return (
    <div>
      <Text size="sm">{t('import.templates')}</Text>
      <Group gap="xs" mt={6}>
        {(
          [
            ['empty', {}],
            ['filled', { filled: 'Y' }],
            ['csv', { format: 'CSV' }],
          ] as const
        ).map(([name, query]) => (
          <Button
            key={name}
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={get(query)}
          >
            {t(`import.template.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
