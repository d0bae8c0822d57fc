import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

interface PasswordFieldProps extends PasswordInputProps {
  ref?: Ref<HTMLInputElement>;
}

/** A password, which may be looked at while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('common');
  return (
    <PasswordInput required {...props} visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} />
  );
}
