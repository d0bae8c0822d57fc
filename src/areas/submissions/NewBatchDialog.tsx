/** Sender, notation and transport of a new batch. */
import { Alert, Button, Checkbox, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addSubmission } from '../../../shared/contract/index.ts';
import { attemptKeys, call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { Dialog, useHeldDialog } from '../../components/index.ts';
import { LoadedArea } from '../../feedback/LoadedArea.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import { optionsQuery, type SubmissionOptions } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useSubmissionScope } from './useSubmissionScope.ts';

/** Of the page: a batch whose answer was lost is made once, also from a dialog that was opened again. */
const keys = attemptKeys();

interface NewBatchDialogProps {
  receiver: string;
  caseKeys: readonly number[];
  onClose: () => void;
}

export function NewBatchDialog(props: NewBatchDialogProps) {
  const { t } = useTranslation('submissions');
  const options = useQuery(optionsQuery(useSubmissionScope()));
  return (
    <Dialog onClose={props.onClose} title={t('new.title', { receiver: props.receiver })}>
      <LoadedArea query={options}>{(read) => <NewBatchForm {...props} options={read} />}</LoadedArea>
    </Dialog>
  );
}

function NewBatchForm({
  receiver,
  caseKeys,
  onClose,
  options,
}: NewBatchDialogProps & { options: SubmissionOptions }) {
  const { t } = useTranslation(['submissions', 'components']);
  const { sessionSenderKey } = useRouteContext();
  const to = usePathTo();
  const navigate = useNavigate();
  const { senders, pretendAnswers } = options;
  const known = options.receivers.find((one) => one.receiver === receiver);
  // that of the receiver first
  const transports = [...(known?.transport ? [known.transport] : []), ...options.transports];
  const own = senders.find(({ senderKey }) => senderKey === Number(sessionSenderKey)) ?? senders[0];
  const [senderKey, setSenderKey] = useState(own?.senderKey ?? 0);
  const [notation, setNotation] = useState(known?.notation ?? false);
  const [transport, setTransport] = useState<(typeof transports)[number]>(transports[0] ?? 'byHand');
  const [pretend, setPretend] = useState<(typeof pretendAnswers)[number]>('check');
  const hasPretend = transport === 'folder' && pretendAnswers.length > 0;
  const add = useMutation({
    mutationFn: () => {
      const answer = hasPretend ? pretend : null;
      const body = { caseKeys: [...caseKeys], receiver, senderKey, notation, transport, pretend: answer };
      return call(addSubmission, { body: { creationKey: keys.keyOf(body), ...body } });
    },
    meta: { ownFailure: true },
    onSuccess: ({ batchKey }) => {
      keys.done();
      return navigate(to(`submission/${batchKey}/check-list/${notation ? 'Y' : 'N'}`));
    },
  });
  useHeldDialog(add.isPending);
  return (
    <Stack gap="sm">
      <p className={classes.line}>{t('new.cases', { count: caseKeys.length })}</p>
      {known?.environment === 'test' && <Alert color="yellow">{t('test')}</Alert>}
      <NativeSelect
        label={t('sender')}
        data={senders.map((one) => ({ value: String(one.senderKey), label: one.name }))}
        value={String(senderKey)}
        onChange={(event) => setSenderKey(Number(event.currentTarget.value))}
        data-autofocus
      />
      <Checkbox
        label={t('new.notation')}
        checked={notation}
        onChange={(event) => setNotation(event.currentTarget.checked)}
      />
      <Radio.Group
        label={t('transport')}
        value={transport}
        onChange={(value) => setTransport(transports.find((name) => name === value) ?? transport)}
      >
        <Stack gap="xs" mt="xs">
          {transports.map((name) => (
            <Radio key={name} value={name} label={t(`transports.${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {hasPretend && (
        <NativeSelect
          label={t('new.pretend')}
          description={t('pretend.note')}
          data={pretendAnswers.map((value) => ({ value, label: t(`pretend.${value}`) }))}
          value={pretend}
          onChange={(event) =>
            setPretend(pretendAnswers.find((one) => one === event.currentTarget.value) ?? 'check')
          }
        />
      )}
      {add.isError && (
        <p role="alert" className={classes.problem}>
          {failureText(add.error)}
        </p>
      )}
      <Group justify="flex-end">
        <Button variant="default" disabled={add.isPending} onClick={onClose}>
          {t('components:cancel')}
        </Button>
        <Button loading={add.isPending} onClick={() => add.mutate()}>
          {t('new.check')}
        </Button>
      </Group>
    </Stack>
  );
}
