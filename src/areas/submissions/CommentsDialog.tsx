/** Comments of a batch, and the status that is set by hand while it is delayed (specification 1 section 4). */
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_SUBMISSION_COMMENT,
  updateSubmissionComments,
  type DataOf,
  type readSubmissionComments,
} from '../../../shared/contract/index.ts';
import { MANUAL_STATUSES } from '../../../shared/submission/delayed.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { useMay } from '../../session/sessionStore.ts';
import { Dialog, SubmitForm, Timestamp, useHeldDialog } from '../../components/index.ts';
import { LoadedArea } from '../../feedback/LoadedArea.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import { commentsQuery } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useBatchCommand } from './useBatchCommand.ts';
import { useSubmissionScope } from './useSubmissionScope.ts';

type Comments = DataOf<typeof readSubmissionComments>;
type Status = Comments['manualBatchStatusOptions'][number];

export function CommentsDialog({ batchKey }: { batchKey: number }) {
  const { t } = useTranslation('submissions');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('comments.title')}…
      </Button>
      {opened && (
        <Dialog onClose={() => setOpened(false)} title={t('comments.title')} size="lg">
          <CommentsBody batchKey={batchKey} />
        </Dialog>
      )}
    </>
  );
}

function CommentsBody({ batchKey }: { batchKey: number }) {
  const comments = useQuery(commentsQuery(useSubmissionScope(), batchKey));
  const mayEdit = useMay('EDIT.SUBMISSION');
  /** an empty form follows the revision that is stored; what others have stored meanwhile leaves it as it is */
  const [stored, setStored] = useState(0);
  return (
    <LoadedArea query={comments}>
      {(read) => (
        <Stack gap="sm">
          <Revisions revisions={read.revisions} />
          {mayEdit && (
            <CommentForm
              key={stored}
              batchKey={batchKey}
              comments={read}
              onStored={() => setStored((count) => count + 1)}
            />
          )}
        </Stack>
      )}
    </LoadedArea>
  );
}

/** A manual status, Delayed, or a state of the chart. */
function useStatusName(options: readonly Status[]) {
  const { t } = useTranslation('submissions');
  return (status: string) =>
    options.some((one) => one === status) ? t(`states.manual.${status}`) : t(`states.${status}`);
}

function Revisions({ revisions }: Pick<Comments, 'revisions'>) {
  const { t } = useTranslation('submissions');
  const timeZone = useTimeZone();
  const nameOf = useStatusName(MANUAL_STATUSES);
  if (revisions.length === 0) return <p className={classes.line}>{t('comments.none')}</p>;
  return (
    <ol className={classes.timeline} aria-label={t('comments.revisions')}>
      {revisions.map(({ revisionNo, at, userName, comments, batchStatus, originBatchStatus }) => (
        <li key={revisionNo}>
          <span className={classes.dim}>
            <Timestamp iso={at} timeZone={timeZone} /> {userName}
          </span>
          {originBatchStatus !== null && (
            <div>
              {nameOf(originBatchStatus)} →{' '}
              {batchStatus === null ? t('comments.answered') : nameOf(batchStatus)}
            </div>
          )}
          {comments && <div>{comments}</div>}
        </li>
      ))}
    </ol>
  );
}

interface CommentFormProps {
  batchKey: number;
  comments: Comments;
  onStored: () => void;
}

function CommentForm({ batchKey, comments: read, onStored }: CommentFormProps) {
  const { t } = useTranslation('submissions');
  const { changeableStatus, manualBatchStatusOptions, originBatchStatus } = read;
  const nameOf = useStatusName(manualBatchStatusOptions);
  const [comments, setComments] = useState('');
  const [status, setStatus] = useState<Status | null>(null);
  const [missing, setMissing] = useState(false);
  // others may have set it meanwhile, or the batch may have been answered: then it cannot be chosen any more
  const chosen = changeableStatus && status !== originBatchStatus ? status : null;
  const update = useBatchCommand(
    () =>
      call(updateSubmissionComments, {
        params: { batchKey },
        body: { comments, batchStatus: chosen, originBatchStatus },
      }),
    { ownFailure: true, onSuccess: onStored },
  );
  const submit = () => {
    setMissing(comments.trim() === '');
    if (comments.trim() !== '') update.mutate();
  };
  useHeldDialog(update.isPending);
  return (
    <SubmitForm onSubmit={submit} noValidate>
      <Stack gap="sm">
        {changeableStatus ? (
          <NativeSelect
            label={t('comments.status')}
            data={[
              { value: '', label: nameOf(originBatchStatus) },
              ...manualBatchStatusOptions
                .filter((one) => one !== originBatchStatus)
                .map((value) => ({ value, label: nameOf(value) })),
            ]}
            value={chosen ?? ''}
            onChange={(event) =>
              setStatus(manualBatchStatusOptions.find((one) => one === event.currentTarget.value) ?? null)
            }
          />
        ) : (
          <p className={classes.line}>{t('comments.notChangeable', { status: nameOf(originBatchStatus) })}</p>
        )}
        <Textarea
          label={t('comments.comment')}
          required
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_SUBMISSION_COMMENT}
          description={t('confirm.length', { count: comments.length, max: MAX_SUBMISSION_COMMENT })}
          value={comments}
          error={missing && t('comments.required')}
          onChange={(event) => setComments(event.currentTarget.value)}
        />
        {update.isError && (
          <p role="alert" className={classes.problem}>
            {failureText(update.error)}
          </p>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={update.isPending}>
            {t('comments.save')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
