/** The password, once, with the code of a second factor: they prove that the account belongs to the person the provider knows. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { linkIdentity, signInAndLink, type BodyOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
// past the door of the components: this page comes before the login
import { FactorField } from '../../components/FactorField.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { useExpiredPassword } from '../../frame/sign-on/expiredPassword.ts';
import type { SignOnTrip } from '../../frame/sign-on/signOnTrip.ts';
import type { Session } from '../../session/sessionStore.ts';
import type { ToLink } from './arrive.ts';

type Credentials = Pick<BodyOf<typeof signInAndLink>, 'userId' | 'password' | 'code'>;

export interface LinkFormProps {
  toLink: ToLink;
  trip: SignOnTrip;
  /** the account to link; null: the user logs in at the same time */
  own: Session | null;
  onLinked: (session: Session) => Promise<void>;
}

export function LinkForm({ toLink: { ticket, email }, trip, own, onLinked }: LinkFormProps) {
  const { t } = useTranslation('signOn');
  const { sponsorKey, senderKey } = trip;
  const replaceExpired = useExpiredPassword();
  const link = useMutation({
    mutationFn: async (credentials: Credentials) => {
      if (!own) return call(signInAndLink, { body: { ticket, ...credentials, sponsorKey, senderKey } });
      const { userId: _ofSession, ...proof } = credentials;
      await call(linkIdentity, { params: { userKey: own.userKey }, body: { ticket, ...proof } });
      return own;
    },
    meta: { ownFailure: true },
    onSuccess: onLinked,
    onError: replaceExpired,
  });
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element);
    const code = String(form.get('code') ?? '');
    link.mutate({
      userId: String(form.get('userId')).trim(),
      password: String(form.get('password')),
      ...(code !== '' && { code }),
    });
  };
  const words = { provider: trip.label, email: email ?? t('link.nameless') };
  return (
    <SubmitForm onSubmit={submit}>
      <Stack>
        <Text size="sm">
          {own ? t('link.textOwn', { ...words, userId: own.userId }) : t('link.text', words)}
        </Text>
        <FailureNotice error={link.error} />
        <TextInput
          name="userId"
          label={t('link.userId')}
          required
          maxLength={100}
          autoComplete="username"
          autoFocus={!own}
          defaultValue={own?.userId}
          readOnly={own !== null}
        />
        <PasswordField
          name="password"
          label={t('link.password')}
          maxLength={200}
          autoComplete="current-password"
          autoFocus={own !== null}
        />
        <FactorField failure={link.error} />
        <Button type="submit" loading={link.isPending}>
          {own ? t('link.submitOwn') : t('link.submit')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
