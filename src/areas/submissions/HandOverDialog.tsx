/** The user says what became of a file of which the product does not know. */
import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SUBMISSION_COMMENT, noteHandOver } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ReasonDialog } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useBatchCommand } from './useBatchCommand.ts';

export function HandOverDialog({ batchKey }: { batchKey: number }) {
  const { t } = useTranslation('submissions');
  const [opened, setOpened] = useState(false);
  const [handedOver, setHandedOver] = useState(true);
  const note = useBatchCommand(
    (comments: string) => call(noteHandOver, { params: { batchKey }, body: { handedOver, comments } }),
    { ownFailure: true, onSuccess: () => setOpened(false) },
  );
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('handOver.title')}…</Button>
      <ReasonDialog
        opened={opened}
        title={t('handOver.title')}
        maxLength={MAX_SUBMISSION_COMMENT}
        problem={note.isError ? failureText(note.error) : null}
        pending={note.isPending}
        note={
          <Radio.Group
            label={t('handOver.question')}
            value={handedOver ? 'yes' : 'no'}
            onChange={(value) => setHandedOver(value === 'yes')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="yes" label={t('handOver.yes')} />
              <Radio value="no" label={t('handOver.no')} />
            </Stack>
          </Radio.Group>
        }
        onConfirm={(comments) => note.mutate(comments)}
        onCancel={() => setOpened(false)}
      />
    </>
  );
}
