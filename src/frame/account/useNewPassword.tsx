/** The two fields in which a new password is chosen, wherever that happens. */
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_LENGTH, passwordFault } from '../../../shared/access/passwordRules.ts';
import { PasswordField } from '../../components/PasswordField.tsx';

const FIELDS = ['password', 'confirmation'] as const;
type Field = (typeof FIELDS)[number];

interface NewPassword {
  /** both fields, with what is wrong with them */
  fields: ReactNode;
  /** Answers the password when it is good; else shows what is wrong and goes to the first wrong field. */
  take: () => string | null;
}

/** `about` is what the new password must differ from. What is wrong is said once a field was left, and then as one types. */
export function useNewPassword(about: { userId?: string; current?: string } = {}): NewPassword {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState({ password: '', confirmation: '' });
  const [left, setLeft] = useState({ password: false, confirmation: false });
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  const fault = passwordFault(typed.password, about);
  const problems: Record<Field, string | null> = {
    password: fault && t(`rules.${fault}`, PASSWORD_LENGTH),
    confirmation: typed.confirmation === typed.password ? null : t('rules.differs'),
  };
  const showsProblem = (field: Field): boolean => left[field] && problems[field] !== null;
  const fields = FIELDS.map((field) => (
    <PasswordField
      key={field}
      ref={(input) => {
        inputs.current[field] = input;
      }}
      label={t(`new.${field}`)}
      description={field === 'password' && !showsProblem(field) && t('new.rule', PASSWORD_LENGTH)}
      autoComplete="new-password"
      value={typed[field]}
      error={showsProblem(field) && problems[field]}
      onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [field]: value }))}
      onBlur={() => setLeft((before) => ({ ...before, [field]: before[field] || typed[field] !== '' }))}
    />
  ));
  const take = (): string | null => {
    setLeft({ password: true, confirmation: true });
    const wrong = FIELDS.find((field) => problems[field] !== null);
    if (wrong === undefined) return typed.password;
    inputs.current[wrong]?.focus();
    return null;
  };
  return { fields, take };
}
