/** The password of a file, or that it has none: typing one clears the tick, the tick clears the password. */
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_FILE_PASSWORD } from '../../../../shared/contract/index.ts';
import { PasswordField } from '../../../components/PasswordField.tsx';

interface FilePasswordProps {
  /** null: N/A */
  password: string | null;
  onChange: (password: string | null) => void;
  isSubmitted: boolean;
}

export function FilePassword({ password, onChange, isSubmitted }: FilePasswordProps) {
  const { t } = useTranslation('mail');
  return (
    <>
      <PasswordField
        label={t('password')}
        description={t('passwordHelp')}
        required={false}
        value={password ?? ''}
        maxLength={MAX_FILE_PASSWORD}
        onChange={({ currentTarget: { value } }) => onChange(value)}
        error={isSubmitted && password === '' && t('choosePassword')}
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
