/** The code of a second factor beside a password, once the server has answered that it needs one. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../api/index.ts';

const NEEDS_CODE = new Set(['SECOND_FACTOR_REQUIRED', 'WRONG_CODE']);

export function FactorField({ failure }: { failure: unknown }) {
  const { t } = useTranslation('components');
  const isNeeded = failure instanceof CallFailure && NEEDS_CODE.has(failure.errCode ?? '');
  const [wasNeeded, setNeeded] = useState(isNeeded);
  // stays while the next attempt is under way
  if (isNeeded && !wasNeeded) setNeeded(true);
  if (!isNeeded && !wasNeeded) return null;
  return (
    <TextInput
      name="code"
      label={t('factor.code')}
      required
      autoFocus
      maxLength={20}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
