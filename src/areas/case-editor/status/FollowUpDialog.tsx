/** Explains what a follow-up does, then makes it. The reason is the follow-up itself: none is asked for. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, showSuccess } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import type { CasePages } from '../case.queries.ts';
import { useFollowUp } from './useFollowUp.ts';

export interface FollowUpDialogProps {
  pages: CasePages;
  onClose: () => void;
}

export function FollowUpDialog({ pages: { caseKey, versionNo }, onClose }: FollowUpDialogProps) {
  const { t } = useTranslation('status');
  const make = useFollowUp(caseKey, (made) => {
    showSuccess(t('followUp.done', { versionNo: made }));
    onClose();
  });
  return (
    <Dialog busy={make.isPending} onClose={onClose} title={t('followUp.title')}>
      <Stack>
        <Text>{t('followUp.text', { versionNo, next: versionNo + 1 })}</Text>
        <FailureNotice error={make.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={make.isPending} onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <Button loading={make.isPending} onClick={() => make.mutate({ reason: '' })} data-autofocus>
            {t('followUp.make')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
