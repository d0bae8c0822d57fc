/** Sign-in, then the choice of sponsor and sender where there is one. */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { listSenders, listSponsors, signIn } from '../../../shared/contract/index.ts';
import { call, setToken } from '../../api/index.ts';
import { safeRedirect } from '../../frame/loginPath.ts';
import { NO_SENDER, pathIn } from '../../frame/place.ts';
import { endSession, LOGGED_OUT, signedIn, type Session } from '../../session/sessionStore.ts';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { PublicFrame, SmallLink } from '../../frame/PublicFrame.tsx';
import { useLoginLanguage } from './useLoginLanguage.ts';
import { Notice } from '../../frame/Notice.tsx';
import { failureText } from '../../frame/showFailure.ts';
import { SignOnButtons } from '../../frame/sign-on/SignOnButtons.tsx';

// few users have a choice
const SponsorDialog = lazy(() =>
  import('../../frame/SponsorDialog.tsx').then((loaded) => ({ default: loaded.SponsorDialog })),
);

interface Entered {
  session: Session;
  /** more than one sponsor or sender, or access to the system administration */
  hasChoice: boolean;
}

async function enter(body: { userId: string; password: string }): Promise<Entered> {
  // a wrong password is no fault of the product
  const session = await call(signIn, { body, ignore: 'ALL' });
  setToken(session.token);
  const { userKey, sponsorKey } = session;
  const { sponsorList } = await call(listSponsors, { params: { userKey } });
  const { senderList } = await call(listSenders, { params: { sponsorKey, userKey } });
  return { session, hasChoice: session.systemAdmin || sponsorList.length > 1 || senderList.length > 1 };
}

export function LoginPage() {
  const { t } = useTranslation('login');
  const language = useLoginLanguage();
  const { sponsorKey: askedSponsor, sessionSenderKey: askedSender, appendix } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const redirectTo = safeRedirect(search.get('redirectTo'));
  const [chooser, setChooser] = useState<Session | null>(null);
  const asked = (session: Session) => ({
    sponsorKey: Number(askedSponsor ?? session.sponsorKey),
    sessionSenderKey: askedSender ?? String(session.senderKey ?? NO_SENDER),
  });

  const go = (session: Session, sponsorKey: number, sessionSenderKey: string) => {
    signedIn(session);
    const place = { sponsorKey, sessionSenderKey, language, appendix: appendix ?? session.defaultAppendix };
    void navigate(redirectTo ?? pathIn(place, 'home'), { replace: true });
  };
  const login = useMutation({
    mutationFn: enter,
    meta: { ownFailure: true },
    onSuccess: ({ session, hasChoice }) => {
      const { sponsorKey, sessionSenderKey } = asked(session);
      if (hasChoice && redirectTo === null) setChooser(session);
      else go(session, sponsorKey, sessionSenderKey);
    },
  });
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element);
    login.mutate({ userId: String(form.get('userId')).trim(), password: String(form.get('password')) });
  };
  return (
    <PublicFrame
      title={t('title')}
      language={language}
      onLanguage={(next) => void navigate(`/login/${next}?${search.toString()}`, { replace: true })}
    >
      <SubmitForm onSubmit={submit}>
        <Stack>
          {login.error && (
            <Notice tone="error" role="alert">
              {failureText(login.error)}
            </Notice>
          )}
          <TextInput
            name="userId"
            label={t('userId')}
            required
            maxLength={100}
            autoComplete="username"
            autoFocus
          />
          <PasswordInput
            name="password"
            label={t('password')}
            required
            maxLength={200}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          />
          <Button type="submit" loading={login.isPending}>
            {t('signIn')}
          </Button>
          <SmallLink href={`/find-password/${language}`}>{t('forgot')}</SmallLink>
        </Stack>
      </SubmitForm>
      <SignOnButtons
        place={{
          returnTo: redirectTo,
          ...(askedSponsor && { sponsorKey: Number(askedSponsor) }),
          ...(askedSender && { senderKey: Number(askedSender) }),
        }}
      />
      {chooser && (
        <Suspense>
          <SponsorDialog
            session={chooser}
            chosen={asked(chooser)}
            onChoose={(sponsorKey, senderKey) => go(chooser, sponsorKey, senderKey)}
            onClose={() => {
              signedIn(chooser);
              void endSession(LOGGED_OUT).then(() => setChooser(null));
            }}
            onSystem={() => {
              signedIn(chooser);
              void navigate('/system-admin');
            }}
          />
        </Suspense>
      )}
    </PublicFrame>
  );
}
