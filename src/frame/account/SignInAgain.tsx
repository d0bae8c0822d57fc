/** The session is over while something on the page is not saved: the same user signs in over it and goes on. */
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { storedLanguage } from '../../i18n/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import { Notice } from '../Notice.tsx';
import { failureText } from '../showFailure.ts';
import { holdPage } from './holdPage.ts';
import classes from './SignInAgain.module.css';

export interface SignInAgainProps {
  /** why it did not work; null: not tried yet, or under way */
  failure: unknown;
  busy: boolean;
  onPassword: (password: string) => void;
  /** signs in as somebody else instead */
  onLeave: () => void;
}

export function SignInAgain({ failure, busy, onPassword, onLeave }: SignInAgainProps) {
  const { t } = useTranslation('account');
  const { userId, userName, realmId } = useSession();
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
            <Button component="a" href={`/login/${storedLanguage()}`} target="_blank" rel="noopener">
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
    <SubmitForm onSubmit={(form) => onPassword(String(new FormData(form).get('password')))}>
      <Stack>
        {failure !== null && (
          <Notice tone="error" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        <TextInput name="userId" label={t('userId')} value={userId} readOnly autoComplete="username" />
        <PasswordInput
          ref={password}
          name="password"
          label={t('password')}
          required
          data-autofocus
          maxLength={200}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        <Button type="submit" loading={busy}>
          {t('again.signIn')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
