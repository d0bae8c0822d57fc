/** Sign-in, then the choice of sponsor and sender where there is one. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { setUpFactor, signIn, type BodyOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { FactorField } from '../../components/FactorField.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { PublicFrame, SmallLink } from '../../frame/PublicFrame.tsx';
import { useLoginLanguage } from './useLoginLanguage.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';
import type { Session } from '../../session/sessionStore.ts';
import { useExpiredPassword } from '../../frame/sign-on/expiredPassword.ts';
import { refusalDetail } from '../../frame/sign-on/refusalDetail.ts';
import { SignOnButtons } from '../../frame/sign-on/SignOnButtons.tsx';
import { useEntry, type EntryGoal } from '../../frame/sign-on/useEntry.tsx';

// few users come without the factor that is demanded
const NewFactor = lazyComponent(async () => (await import('../../frame/account/NewFactor.tsx')).NewFactor);

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
  const replaceExpired = useExpiredPassword();
  const login = useMutation({
    // a wrong password is no fault of the product
    mutationFn: async (body: BodyOf<typeof signIn>) => enter(await call(signIn, { body, ignore: 'ALL' })),
    meta: { ownFailure: true },
    onError: replaceExpired,
  });
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element);
    const code = String(form.get('code') ?? '');
    login.mutate({
      userId: String(form.get('userId')).trim(),
      password: String(form.get('password')),
      ...(code !== '' && { code }),
    });
  };
  const secret = refusalDetail(login.error, 'SECOND_FACTOR_SET_UP', 'secret');
  const uri = refusalDetail(login.error, 'SECOND_FACTOR_SET_UP', 'uri');
  return (
    <PublicFrame
      title={t('title')}
      language={language}
      onLanguage={(next) => {
        const path = generatePath(LOGIN, { sponsorKey, sessionSenderKey, appendix, language: next });
        void navigate(`${path}?${search.toString()}`, { replace: true });
      }}
    >
      {login.variables && secret !== null && uri !== null ? (
        <DemandedFactor secret={secret} uri={uri} credentials={login.variables} enter={enter} />
      ) : (
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
            <FactorField failure={login.error} />
            <Button type="submit" loading={login.isPending}>
              {t('signIn')}
            </Button>
            <SmallLink href={`/find-password/${language}`}>{t('forgot')}</SmallLink>
          </Stack>
        </SubmitForm>
      )}
      <SignOnButtons goal={goal} />
      {choice}
    </PublicFrame>
  );
}

interface DemandedFactorProps {
  secret: string;
  uri: string;
  credentials: BodyOf<typeof signIn>;
  enter: (session: Session) => Promise<void>;
}

/** A sponsor of the user demands a second factor: it is set up before the session begins. */
function DemandedFactor({ credentials, enter, ...factor }: DemandedFactorProps) {
  const { t } = useTranslation(['login', 'components']);
  const session = useRef<Session>(null);
  return (
    <Stack>
      <Notice tone="warning">{t('components:factor.setUp.demanded')}</Notice>
      <NewFactor
        {...factor}
        confirm={async (code) => {
          const set = await call(setUpFactor, { body: { ...credentials, code }, ignore: 'ALL' });
          session.current = set.session;
          return set.recoveryCodes;
        }}
        onDone={() => {
          if (session.current) void enter(session.current);
        }}
      />
    </Stack>
  );
}
