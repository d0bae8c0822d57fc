/** Dialog over a page with unsaved edits whose session has ended: the same user logs in and continues. */
import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../components/PasswordField.tsx';
import { FactorField } from '../../components/FactorField.tsx';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { useSession, type Session } from '../../session/sessionStore.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { pathIn, defaultContextOf } from '../../app-context/routeContext.ts';
import { holdPage } from './holdPage.ts';
import classes from './SignInAgain.module.css';

export interface SignInAgainProps {
  /** why it did not work; null: not tried yet, or under way */
  failure: unknown;
  busy: boolean;
  onPassword: (given: { password: string; code?: string }) => void;
  /** sign in as another user instead */
  onLeave: () => void;
}

/** The login in another tab. With an address to lead to it asks for no sponsor: the session goes on where it was. */
function againPath(session: Session): string {
  const context = defaultContextOf(session);
  const home = encodeURIComponent(pathIn(context, 'home'));
  const { language, sponsorKey, sessionSenderKey, appendix } = context;
  return `/login/${language}/${sponsorKey}/${sessionSenderKey}/${appendix}?redirectTo=${home}`;
}

export function SignInAgain({ failure, busy, onPassword, onLeave }: SignInAgainProps) {
  const { t } = useTranslation('account');
  const session = useSession();
  const { userId, userName, realmId } = session;
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const heading = t('again.title');
  useLayoutEffect(
    () => (dialog.current ? holdPage(dialog.current, `${heading} · Casewright`) : undefined),
    [heading],
  );
  return createPortal(
    <dialog
      ref={dialog}
      role="dialog"
      aria-modal
      aria-labelledby={title}
      className={classes.dialog}
      // Escape answers nothing here
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.showModal()}
    >
      <Title order={2} id={title} className={classes.title}>
        {heading}
      </Title>
      <Stack>
        <Text size="sm">{t('again.text', { name: userName })}</Text>
        {realmId === null ? (
          <PasswordForm userId={userId} failure={failure} busy={busy} onPassword={onPassword} />
        ) : (
          <Stack gap="xs">
            <Text size="sm">{t('again.otherTab')}</Text>
            <Button component="a" href={againPath(session)} target="_blank" rel="noopener">
              {t('again.openTab')}
            </Button>
          </Stack>
        )}
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={onLeave}>
            {t('again.somebodyElse')}
          </Anchor>
        </Group>
      </Stack>
    </dialog>,
    document.body,
  );
}

function PasswordForm({
  userId,
  failure,
  busy,
  onPassword,
}: Omit<SignInAgainProps, 'onLeave'> & { userId: string }) {
  const { t } = useTranslation('account');
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failure !== null) password.current?.select();
  }, [failure]);
  return (
    <SubmitForm
      onSubmit={(form) => {
        const data = new FormData(form);
        const code = String(data.get('code') ?? '');
        onPassword({ password: String(data.get('password')), ...(code !== '' && { code }) });
      }}
    >
      <Stack>
        <FailureNotice error={failure} />
        <TextInput name="userId" label={t('userId')} value={userId} readOnly autoComplete="username" />
        <PasswordField
          ref={password}
          name="password"
          label={t('password')}
          data-autofocus
          maxLength={200}
          autoComplete="current-password"
        />
        <FactorField failure={failure} />
        <Button type="submit" loading={busy}>
          {t('again.signIn')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
