/** Sign-in, then the choice of sponsor and sender where there is one. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { signIn } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { PublicFrame, SmallLink } from '../../frame/PublicFrame.tsx';
import { useLoginLanguage } from './useLoginLanguage.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { SignOnButtons } from '../../frame/sign-on/SignOnButtons.tsx';
import { useEntry, type EntryGoal } from '../../frame/sign-on/useEntry.tsx';

const LOGIN = '/login/:language/:sponsorKey?/:sessionSenderKey?/:appendix?';

export function LoginPage() {
  const { t } = useTranslation('login');
  const language = useLoginLanguage();
  const { sponsorKey, sessionSenderKey, appendix } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const goal: EntryGoal = {
    returnTo: search.get('redirectTo'),
    ...(sponsorKey && { sponsorKey: Number(sponsorKey) }),
    ...(sessionSenderKey && { senderKey: Number(sessionSenderKey) }),
    ...(appendix && { appendix }),
  };
  const { enter, choice } = useEntry(goal);
  const login = useMutation({
    // a wrong password is no fault of the product
    mutationFn: async (body: { userId: string; password: string }) =>
      enter(await call(signIn, { body, ignore: 'ALL' })),
    meta: { ownFailure: true },
  });
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element);
    login.mutate({ userId: String(form.get('userId')).trim(), password: String(form.get('password')) });
  };
  return (
    <PublicFrame
      title={t('title')}
      language={language}
      onLanguage={(next) => {
        const path = generatePath(LOGIN, { sponsorKey, sessionSenderKey, appendix, language: next });
        void navigate(`${path}?${search.toString()}`, { replace: true });
      }}
    >
      <SubmitForm onSubmit={submit}>
        <Stack>
          <FailureNotice error={login.error} />
          <TextInput
            name="userId"
            label={t('userId')}
            required
            maxLength={100}
            autoComplete="username"
            autoFocus
          />
          <PasswordField
            name="password"
            label={t('password')}
            maxLength={200}
            autoComplete="current-password"
          />
          <Button type="submit" loading={login.isPending}>
            {t('signIn')}
          </Button>
          <SmallLink href={`/find-password/${language}`}>{t('forgot')}</SmallLink>
        </Stack>
      </SubmitForm>
      <SignOnButtons goal={goal} />
      {choice}
    </PublicFrame>
  );
}
