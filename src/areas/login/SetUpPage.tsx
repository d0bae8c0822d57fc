/** The first administrator, sponsor and sender. The link works once. */
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { readSetUp, setUp, type DataOf } from '../../../shared/contract/index.ts';
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
    queryKey: ['set-up', token, language],
    queryFn: ({ signal }) => call(readSetUp, { params: { token }, signal }),
    placeholderData: keepPreviousData,
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
        <SetUpForm
          token={token}
          countries={link.data.countries}
          onDone={() => void navigate(`/login/${language}`, { replace: true })}
        />
      )}
    </PublicFrame>
  );
}

interface SetUpFormProps extends Pick<DataOf<typeof readSetUp>, 'countries'> {
  token: string;
  onDone: () => void;
}

function SetUpForm({ token, countries, onDone }: SetUpFormProps) {
  const { t } = useTranslation('login');
  const { fields, take } = useNewPassword();
  const make = useMutation({
    mutationFn: ({ form, password }: { form: FormData; password: string }) => {
      const text = (name: (typeof FIELDS)[number] | 'country') => String(form.get(name)).trim();
      return call(setUp, {
        params: { token },
        body: {
          userId: text('userId'),
          userName: text('userName'),
          password,
          sponsorName: text('sponsorName'),
          country: text('country'),
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
          <Fragment key={name}>
            <TextInput
              name={name}
              label={t(`setUp.${name}`)}
              required
              maxLength={100}
              minLength={name === 'userId' ? 3 : 1}
            />
            {name === 'sponsorName' && (
              <NativeSelect
                name="country"
                label={t('setUp.country')}
                required
                data={[
                  { value: '', label: '' },
                  ...countries.map(({ code, label }) => ({ value: code, label })),
                ]}
              />
            )}
          </Fragment>
        ))}
        {fields}
        <Button type="submit" loading={make.isPending}>
          {t('setUp.make')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
