/** Takes an acknowledgement that came another way than through the transport. */
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadAnswer } from '../../../shared/contract/index.ts';
import { upload } from '../../api/index.ts';
import { Dialog, FileDrop, showInfo, showSuccess } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import classes from './submissions.module.css';
import { useBatchCommand } from './useBatchCommand.ts';

export function UploadAnswer() {
  const { t } = useTranslation('submissions');
  const [opened, setOpened] = useState(false);
  const send = useBatchCommand(
    async (file: File) => {
      const { outcome } = await upload(uploadAnswer, { params: {}, file });
      (outcome === 'applied' ? showSuccess : showInfo)(t(`upload.${outcome}`));
    },
    { ownFailure: true, onSuccess: () => setOpened(false) },
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => {
          send.reset();
          setOpened(true);
        }}
      >
        {t('upload.title')}…
      </Button>
      <Dialog
        busy={send.isPending}
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('upload.title')}
      >
        <FileDrop
          label={t('upload.drop')}
          data-autofocus
          hint={t('upload.hint')}
          accept={['.xml', '.ack']}
          disabled={send.isPending}
          onFiles={([file]) => send.mutate(file)}
        />
        {send.isError && (
          <p role="alert" className={classes.problem}>
            {failureText(send.error)}
          </p>
        )}
      </Dialog>
    </>
  );
}
