/** The submission confirm dialog (specification 2): number of cases and a comment. */
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmSubmission, MAX_SUBMISSION_COMMENT } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { Dialog, SubmitForm } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { SignatureFields, useSignature } from '../../signature/index.ts';
import { BatchNotes } from './BatchHeader.tsx';
import type { Batch } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useBatchCommand } from './useBatchCommand.ts';

/** Offered first: the sender answers for the report. */
const SENDER_MEANING = 'responsibility';

interface ConfirmSubmissionProps {
  batch: Batch;
  onClose: () => void;
  onDone: () => void;
}

export function ConfirmSubmission({ batch, onClose, onDone }: ConfirmSubmissionProps) {
  const { t } = useTranslation(['submissions', 'components']);
  const { batchKey, receiver, messages, isSigned } = batch;
  const [comments, setComments] = useState('');
  const signature = useSignature(SENDER_MEANING);
  const confirm = useBatchCommand(
    () =>
      call(confirmSubmission, {
        params: { batchKey },
        body: { comments, cases: messages.length, ...(isSigned && { signature: signature.given }) },
      }),
    { ownFailure: true, onSuccess: onDone },
  );
  const submit = () => {
    if (!isSigned || signature.isGiven()) confirm.mutate();
  };
  return (
    <Dialog onClose={onClose} busy={confirm.isPending} title={t('confirm.title', { receiver })}>
      <SubmitForm onSubmit={submit} noValidate>
        <Stack gap="sm">
          <p className={classes.line}>{t('confirm.cases', { count: messages.length })}</p>
          <BatchNotes batch={batch} />
          <Textarea
            label={t('confirm.comments')}
            description={t('confirm.length', { count: comments.length, max: MAX_SUBMISSION_COMMENT })}
            maxLength={MAX_SUBMISSION_COMMENT}
            autosize
            minRows={3}
            maxRows={8}
            value={comments}
            onChange={(event) => setComments(event.currentTarget.value)}
            data-autofocus
          />
          {isSigned && <SignatureFields {...signature.fields} />}
          {confirm.isError && (
            <p role="alert" className={classes.problem}>
              {failureText(confirm.error)}
            </p>
          )}
          <Group justify="flex-end">
            <Button variant="default" disabled={confirm.isPending} onClick={onClose}>
              {t('components:cancel')}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {t(isSigned ? 'confirm.sign' : 'confirm.send')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
