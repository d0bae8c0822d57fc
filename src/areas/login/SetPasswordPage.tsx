/** Sets a new password with the link of a mail. The link works once and not for long. */
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { readPasswordLink, setPasswordByLink } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { useNewPassword } from '../../frame/account/useNewPassword.tsx';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { PublicFrame, SmallLink } from '../../frame/PublicFrame.tsx';
import { EXPIRED_PASSWORD } from '../../frame/sign-on/expiredPassword.ts';
import { useLoginLanguage } from './useLoginLanguage.ts';

export function SetPasswordPage() {
  const isExpired = useLocation().state === EXPIRED_PASSWORD;
  const { t } = useTranslation('login');
  const { token = '' } = useParams();
  const language = useLoginLanguage();
  const navigate = useNavigate();
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => call(readPasswordLink, { params: { token }, signal }),
    // a link that was used is not to be shown as good again
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const userId = link.data?.open ? link.data.userId : null;
  return (
    <PublicFrame
      title={t('setPassword.title')}
      language={language}
      onLanguage={(next) => void navigate(`/password/change/${token}/${next}`, { replace: true })}
    >
      <Stack>
        {isExpired && <Notice tone="warning">{t('expired')}</Notice>}
        {link.isPending && <Loader aria-label={t('findPassword.loading')} />}
        <FailureNotice error={link.error} />
        {link.isSuccess && userId === null && (
          <>
            <Notice tone="warning">{t('setPassword.closed')}</Notice>
            <SmallLink href={`/find-password/${language}`}>{t('setPassword.again')}</SmallLink>
          </>
        )}
        {userId !== null && userId !== undefined && (
          <SetPasswordForm
            token={token}
            userId={userId}
            onDone={() => void navigate('/password/finish', { replace: true })}
          />
        )}
      </Stack>
    </PublicFrame>
  );
}

function SetPasswordForm({ token, userId, onDone }: { token: string; userId: string; onDone: () => void }) {
  const { t } = useTranslation('login');
  const { fields, take } = useNewPassword({ userId });
  const set = useMutation({
    mutationFn: (password: string) =>
      call(setPasswordByLink, { params: { id: userId }, body: { token, password } }),
    meta: { ownFailure: true },
    onSuccess: onDone,
  });
  const submit = () => {
    const chosen = take();
    if (chosen !== null && !set.isPending) set.mutate(chosen);
  };
  return (
    <SubmitForm onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('setPassword.text', { userId })}</Text>
        <FailureNotice error={set.error} />
        {/* tells the browser's own store of passwords whose it is */}
        <input type="text" name="userId" autoComplete="username" value={userId} readOnly hidden />
        {fields}
        <Button type="submit" loading={set.isPending}>
          {t('setPassword.confirm')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
