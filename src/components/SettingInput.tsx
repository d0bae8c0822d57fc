/** One setting of a connection; a stored secret is never shown, and stays unless another one is typed. */
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { SettingField } from '../../shared/connections/settingFields.ts';

interface SettingInputProps {
  words: {
    label: string;
    help?: string | undefined;
    /** what is said of a value that is not allowed */
    wrong: string;
    /** what is shown instead of a stored secret */
    stored: string;
    /** labels of the values of a choice; left out: the values */
    choices?: Readonly<Record<string, string>>;
  };
  field: SettingField;
  value: string;
  /** a secret that is stored */
  isStored: boolean;
  isWrong: boolean;
  readOnly: boolean;
  onChange: (value: string) => void;
}

export function SettingInput({
  words,
  field,
  value,
  isStored,
  isWrong,
  readOnly,
  onChange,
}: SettingInputProps) {
  const shared = {
    label: words.label,
    description: words.help,
    value,
    error: isWrong ? words.wrong : undefined,
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
        data={field.values.map((one) => ({ value: one, label: words.choices?.[one] ?? one }))}
        value={value}
        disabled={readOnly}
        onChange={shared.onChange}
      />
    );
  if (field.kind !== 'secret') return <TextInput {...shared} maxLength={500} />;
  const placeholder = isStored ? words.stored : undefined;
  return field.lines > 1 ? (
    <Textarea {...shared} placeholder={placeholder} rows={field.lines} maxLength={20_000} />
  ) : (
    <PasswordInput {...shared} placeholder={placeholder} maxLength={1000} autoComplete="new-password" />
  );
}
