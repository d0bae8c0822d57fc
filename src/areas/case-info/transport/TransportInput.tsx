/** One value of a profile; a stored secret is never shown, and stays unless another one is typed. */
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TransportField } from '../../../../shared/submission/transports.ts';

interface TransportInputProps {
  name: string;
  field: TransportField;
  value: string;
  isStored: boolean;
  isWrong: boolean;
  readOnly: boolean;
  onChange: (value: string) => void;
}

export function TransportInput({
  name,
  field,
  value,
  isStored,
  isWrong,
  readOnly,
  onChange,
}: TransportInputProps) {
  const { t, i18n } = useTranslation('caseInfo');
  const help = `transport.help.${name}`;
  const shared = {
    label: t(`transport.fields.${name}`),
    description: i18n.exists(help, { ns: 'caseInfo' }) ? t(help) : undefined,
    value,
    error: isWrong ? t('transport.wrong') : undefined,
    readOnly,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (field.kind === 'choice')
    return (
      <NativeSelect
        label={shared.label}
        description={shared.description}
        data={[...field.values]}
        value={value}
        disabled={readOnly}
        onChange={shared.onChange}
      />
    );
  if (field.kind !== 'secret') return <TextInput {...shared} maxLength={500} />;
  const placeholder = isStored ? t('transport.stored') : undefined;
  return field.lines > 1 ? (
    <Textarea {...shared} placeholder={placeholder} rows={field.lines} maxLength={20_000} />
  ) : (
    <PasswordInput {...shared} placeholder={placeholder} maxLength={1000} autoComplete="new-password" />
  );
}
