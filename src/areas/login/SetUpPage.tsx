/** The first administrator, sponsor and sender. The link works once. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { readSetUp, setUp } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { useNewPassword } from '../../frame/account/useNewPassword.tsx';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { PublicFrame, SmallLink } from '../../frame/PublicFrame.tsx';
import { useChosenLanguage } from '../../i18n/useChosenLanguage.ts';

const FIELDS = ['sponsorName', 'senderName', 'userName', 'userId'] as const;

export function SetUpPage() {
  const { t } = useTranslation('login');
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [language, choose] = useChosenLanguage();
  const link = useQuery({
    queryKey: ['set-up', token],
    queryFn: ({ signal }) => call(readSetUp, { params: { token }, signal }),
    meta: { ownFailure: true },
  });
  const closed = link.isError || link.data?.open === false;
  return (
    <PublicFrame title={t('setUp.title')} language={language} onLanguage={choose}>
      {closed && (
        <Stack>
          <Notice tone="warning">{t('setUp.closed')}</Notice>
          <SmallLink href={`/login/${language}`}>{t('findPassword.back')}</SmallLink>
        </Stack>
      )}
      {link.data?.open && (
        <SetUpForm token={token} onDone={() => void navigate(`/login/${language}`, { replace: true })} />
      )}
    </PublicFrame>
  );
}

function SetUpForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation('login');
  const { fields, take } = useNewPassword();
  const make = useMutation({
    mutationFn: ({ form, password }: { form: FormData; password: string }) => {
      const text = (name: (typeof FIELDS)[number]) => String(form.get(name)).trim();
      return call(setUp, {
        params: { token },
        body: {
          userId: text('userId'),
          userName: text('userName'),
          password,
          sponsorName: text('sponsorName'),
          senderName: text('senderName'),
        },
      });
    },
    meta: { ownFailure: true },
    onSuccess: onDone,
  });
  const submit = (element: HTMLFormElement) => {
    const password = take();
    if (password !== null && !make.isPending) make.mutate({ form: new FormData(element), password });
  };
  return (
    <SubmitForm onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('setUp.text')}
        </Text>
        <FailureNotice error={make.error} />
        {FIELDS.map((name) => (
          <TextInput
            key={name}
            name={name}
            label={t(`setUp.${name}`)}
            required
            maxLength={100}
            minLength={name === 'userId' ? 3 : 1}
          />
        ))}
        {fields}
        <Button type="submit" loading={make.isPending}>
          {t('setUp.make')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
