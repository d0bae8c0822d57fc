/** Mails a report of the case: which one, to whom, with which text, and whether a password opens it. */
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { MAX_COMMENT, sendCaseMail } from '../../../../shared/contract/index.ts';
import { attemptKeys, call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { Dialog, EmptyState, LoadingArea, showSuccess, SubmitForm } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { failureText } from '../../../feedback/showFailure.ts';
import { Consignees } from './Consignees.tsx';
import { FilePassword } from './FilePassword.tsx';
import { isComplete, type Letter } from './letter.ts';
import { mailFormQuery, type MailForm } from './mail.queries.ts';
import { CaseParties } from './CaseParties.tsx';
import { useNeedsSender } from '../../../reports/MessageParties.tsx';
import { firstChoice, optionsOf, XML } from '../../../reports/reportChoice.ts';
import { ReportOptions, ReportSelect } from '../../../reports/ReportOptions.tsx';

export interface MailDialogProps {
  caseKey: number;
  catalogue: Catalogue;
  onClose: () => void;
}

export function MailDialog(props: MailDialogProps) {
  const { caseKey, onClose } = props;
  const { t } = useTranslation('mail');
  const form = useQuery(mailFormQuery(caseKey));
  const [isSending, setSending] = useState(false);
  return (
    <Dialog title={t('title')} size="lg" onClose={onClose} busy={isSending}>
      {form.isPending && <LoadingArea />}
      {form.isError && <EmptyState title={failureText(form.error)} />}
      {form.data && !form.data.available && <EmptyState title={t('unavailable')} />}
      {form.data?.available && <MailFields {...props} form={form.data} onSending={setSending} />}
    </Dialog>
  );
}

interface MailFieldsProps extends MailDialogProps {
  form: MailForm;
  onSending: (isSending: boolean) => void;
}

function MailFields({ caseKey, catalogue, form, onSending, onClose }: MailFieldsProps) {
  const { t } = useTranslation(['mail', 'components']);
  const { language } = useRouteContext();
  const { reportOptions } = useSession();
  const [letter, setLetter] = useState<Letter>(() => ({
    choice: firstChoice(language, reportOptions),
    addresses: [],
    typed: '',
    content: '',
    password: null,
  }));
  const [isSubmitted, setSubmitted] = useState(false);
  const needsSender = useNeedsSender();
  const sending = useSending(caseKey, { onSending, onClose });
  const change = (part: Partial<Letter>) => setLetter({ ...letter, ...part });
  const { choice, addresses, typed, content, password } = letter;
  const submit = () => {
    setSubmitted(true);
    if (isComplete(letter, needsSender)) sending.mutate(letter);
  };
  return (
    <SubmitForm onSubmit={submit}>
      <Stack>
        <ReportSelect {...{ choice, catalogue, isSubmitted }} onChange={(next) => change({ choice: next })} />
        <CaseParties {...{ caseKey, choice, isSubmitted }} onChange={(next) => change({ choice: next })} />
        <ReportOptions {...{ choice, catalogue }} onChange={(next) => change({ choice: next })} />
        <Consignees
          {...{ form, addresses, typed, isSubmitted }}
          onChange={(next) => change({ addresses: next })}
          onTyped={(next) => change({ typed: next })}
          onAdd={(next) => change({ addresses: next, typed: '' })}
        />
        <Textarea
          label={t('content')}
          description={t('contentHelp')}
          value={content}
          maxLength={MAX_COMMENT}
          autosize
          minRows={3}
          maxRows={10}
          onChange={({ currentTarget: { value } }) => change({ content: value })}
        />
        <FilePassword {...{ password, isSubmitted }} onChange={(next) => change({ password: next })} />
        <FailureNotice error={sending.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={sending.isPending}>
            {t('components:cancel')}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {t('send')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}

/** Of the page: a mail whose answer was lost is sent once, also from a dialog that was opened again. */
const keys = attemptKeys();

function useSending(
  caseKey: number,
  { onSending, onClose }: { onSending: (isSending: boolean) => void; onClose: () => void },
) {
  const { t } = useTranslation('mail');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ choice, addresses, content, password }: Letter) => {
      onSending(true);
      const isXml = choice.reportId === XML;
      const form = {
        reportId: choice.reportId ?? '',
        recipients: addresses.map((address) => ({ address })),
        content,
        ...optionsOf(choice),
        ...(password && { password }),
        ...(choice.receiver !== null && { receiverName: choice.receiver }),
        ...(isXml && choice.senderKey !== null && { senderKey: Number(choice.senderKey) }),
      };
      return call(sendCaseMail, {
        params: { caseKey },
        body: { creationKey: keys.keyOf([caseKey, form]), ...form },
      });
    },
    meta: { ownFailure: true },
    onSettled: () => onSending(false),
    onSuccess: async (_sent, { addresses }) => {
      keys.done();
      showSuccess(t('sent', { count: addresses.length }));
      await queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'distribution'] });
      onClose();
    },
  });
}
