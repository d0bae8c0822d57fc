/** The first administrator, sponsor and sender. The link works once. */
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { readSetUp, setUp } from '../../../shared/contract/index.ts';
import { call, CallFailure } from '../../api/index.ts';
import { isLanguage, storedLanguage, storeLanguage, switchLanguage } from '../../i18n/index.ts';
import { passwordProblem } from './passwordRules.ts';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { PublicFrame, SmallLink } from './PublicFrame.tsx';
import { Notice } from '../../frame/Notice.tsx';

const FIELDS = ['sponsorName', 'senderName', 'userName', 'userId'] as const;

export function SetUpPage() {
  const { t } = useTranslation('login');
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [language, setLanguage] = useState(storedLanguage);
  const [problem, setProblem] = useState<'weak' | 'differs' | null>(null);
  const link = useQuery({
    queryKey: ['set-up', token],
    queryFn: ({ signal }) => call(readSetUp, { params: { token }, signal }),
    meta: { ownFailure: true },
  });
  const make = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name)).trim();
      return call(setUp, {
        params: { token },
        body: {
          userId: text('userId'),
          userName: text('userName'),
          password: String(form.get('password')),
          sponsorName: text('sponsorName'),
          senderName: text('senderName'),
        },
      });
    },
    meta: { ownFailure: true },
    onSuccess: () => void navigate(`/login/${language}`, { replace: true }),
  });
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element);
    const found = passwordProblem(String(form.get('password')), String(form.get('confirmation')));
    setProblem(found);
    if (!found) make.mutate(form);
  };
  const closed = link.isError || link.data?.open === false;
  return (
    <PublicFrame
      title={t('setUp.title')}
      language={language}
      onLanguage={(next) => {
        if (!isLanguage(next)) return;
        storeLanguage(next);
        setLanguage(next);
        void switchLanguage(next);
      }}
    >
      {closed && (
        <Stack>
          <Notice tone="warning">{t('setUp.closed')}</Notice>
          <SmallLink href={`/login/${language}`}>{t('findPassword.back')}</SmallLink>
        </Stack>
      )}
      {link.data?.open && (
        <SubmitForm onSubmit={submit}>
          <Stack>
            <Text size="sm" c="dimmed">
              {t('setUp.text')}
            </Text>
            {make.error && (
              <Notice tone="error" role="alert">
                {make.error instanceof CallFailure ? make.error.errMsg : t('failed')}
              </Notice>
            )}
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
            <PasswordInput
              name="password"
              label={t('password')}
              description={problem !== 'weak' && t('setUp.passwordRule')}
              required
              autoComplete="new-password"
              error={problem === 'weak' && t('setUp.passwordRule')}
            />
            <PasswordInput
              name="confirmation"
              label={t('setUp.confirmation')}
              required
              autoComplete="new-password"
              error={problem === 'differs' && t('setUp.notMatched')}
            />
            <Button type="submit" loading={make.isPending}>
              {t('setUp.make')}
            </Button>
          </Stack>
        </SubmitForm>
      )}
    </PublicFrame>
  );
}
