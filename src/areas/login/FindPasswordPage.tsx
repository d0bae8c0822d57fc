/** Asks for a mail with a link that sets a new password. The answer is the same for everybody. */
import { Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { requestPasswordMail } from '../../../shared/contract/index.ts';
import { call, CallFailure } from '../../api/index.ts';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { environmentQuery } from '../../frame/header/environment.queries.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { PublicFrame, SmallLink } from '../../frame/PublicFrame.tsx';
import { useLoginLanguage } from './useLoginLanguage.ts';

const MAIL_NOT_CONFIGURED = 'MAIL_NOT_CONFIGURED';

export function FindPasswordPage() {
  const { t } = useTranslation('login');
  const language = useLoginLanguage();
  const navigate = useNavigate();
  const environment = useQuery({ ...environmentQuery, meta: { ownFailure: true } });
  const ask = useMutation({
    mutationFn: (id: string) => call(requestPasswordMail, { params: { id } }),
    meta: { ownFailure: true },
  });
  const refused = ask.error instanceof CallFailure && ask.error.errCode === MAIL_NOT_CONFIGURED;
  const content = () => {
    if (environment.isPending) return <Loader aria-label={t('findPassword.loading')} />;
    if (refused || environment.data?.mail === false) return <Text size="sm">{t('findPassword.noMail')}</Text>;
    if (ask.isSuccess)
      return (
        <Notice tone="success" role="status">
          {t('findPassword.sent', { userId: ask.variables })}
        </Notice>
      );
    return (
      <SubmitForm onSubmit={(form) => ask.mutate(String(new FormData(form).get('userId')).trim())}>
        <Stack>
          <Text size="sm">{t('findPassword.text')}</Text>
          <FailureNotice error={ask.error} />
          <TextInput
            name="userId"
            label={t('userId')}
            required
            pattern=".*\S.*"
            maxLength={100}
            autoComplete="username"
            autoFocus
          />
          <Button type="submit" loading={ask.isPending}>
            {t('findPassword.send')}
          </Button>
        </Stack>
      </SubmitForm>
    );
  };
  return (
    <PublicFrame
      title={t('findPassword.title')}
      language={language}
      onLanguage={(next) => void navigate(`/find-password/${next}`, { replace: true })}
    >
      <Stack>
        {content()}
        <SmallLink href={`/login/${language}`}>{t('findPassword.back')}</SmallLink>
      </Stack>
    </PublicFrame>
  );
}
