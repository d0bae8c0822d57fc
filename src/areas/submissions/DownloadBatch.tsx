import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadSubmission } from '../../../shared/contract/index.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import type { Batch } from './submissions.queries.ts';

/** The file of a frozen batch; nothing before. */
export function DownloadBatch({ batch: { batchKey, fileKey } }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  if (!fileKey) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void downloadOrTell(downloadSubmission, { params: { batchKey } })}
    >
      {t('download')}
    </Button>
  );
}
