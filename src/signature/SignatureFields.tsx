/** The meaning of a signature and the password again (21 CFR 11.50, 11.200). */
import { Fieldset, NativeSelect, PasswordInput, Stack, Text } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteContext } from '../app-context/routeContext.ts';
import { useSession } from '../session/sessionStore.ts';
import { meaningsIn } from './meanings.ts';

export interface SignatureFieldsProps {
  meaning: string;
  password: string;
  /** the password was asked for and is not there */
  missing: boolean;
  passwordRef: Ref<HTMLInputElement>;
  onMeaning: (meaning: string) => void;
  onPassword: (password: string) => void;
}

export function SignatureFields(props: SignatureFieldsProps) {
  const { meaning, password, missing, passwordRef, onMeaning, onPassword } = props;
  const { t } = useTranslation('status');
  const { language } = useRouteContext();
  const { userName, userId } = useSession();
  return (
    <Fieldset legend={t('signature.legend')}>
      <Stack gap="xs">
        <Text size="sm">{t('signature.signAs', { name: userName, userId })}</Text>
        <NativeSelect
          label={t('signature.meaning')}
          data={meaningsIn(language)}
          value={meaning}
          onChange={({ currentTarget: { value } }) => onMeaning(value)}
        />
        <PasswordInput
          ref={passwordRef}
          label={t('signature.password')}
          required
          autoComplete="current-password"
          maxLength={200}
          value={password}
          error={missing ? t('signature.passwordRequired') : null}
          onChange={({ currentTarget: { value } }) => onPassword(value)}
        />
      </Stack>
    </Fieldset>
  );
}
