/** The password of a file, or that it has none: typing one clears the tick, the tick clears the password. */
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isFilePassword, MAX_FILE_PASSWORD } from '../../../../shared/mail/filePassword.ts';
import { PasswordField } from '../../../components/PasswordField.tsx';

interface FilePasswordProps {
  /** null: N/A */
  password: string | null;
  onChange: (password: string | null) => void;
  isSubmitted: boolean;
}

export function FilePassword({ password, onChange, isSubmitted }: FilePasswordProps) {
  const { t } = useTranslation('mail');
  const errorOf = () => {
    if (password !== null && !isFilePassword(password)) return t('passwordCharacters');
    return isSubmitted && password === '' && t('choosePassword');
  };
  return (
    <>
      <PasswordField
        label={t('password')}
        description={t('passwordHelp')}
        required={false}
        value={password ?? ''}
        maxLength={MAX_FILE_PASSWORD}
        onChange={({ currentTarget: { value } }) => onChange(value)}
        error={errorOf()}
        autoComplete="new-password"
      />
      <Checkbox
        label={t('noPassword')}
        checked={password === null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? null : '')}
      />
    </>
  );
}
