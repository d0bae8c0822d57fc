import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWithin, wholeNumberOf, type NumberLimits } from './wholeNumber.ts';

interface WholeNumberFieldProps
  extends NumberLimits, Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'required'> {
  /** null: empty; NaN: no whole number was typed */
  value: number | null;
  onChange: (value: number | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A whole number within limits. What is typed stays as it is: what is not allowed is refused, with what is, and never
 * rounded, limited or read as another number. A `SubmitForm` around refuses it; others ask `isWithin`.
 */
export function WholeNumberField({ value, min, max, required, onChange, ...field }: WholeNumberFieldProps) {
  const { t } = useTranslation('components');
  const input = useRef<HTMLInputElement>(null);
  /** as it was typed, and what it was taken for */
  const [typed, setTyped] = useState<{ text: string; value: number | null }>({ text: '', value: null });
  const isTyped = Object.is(typed.value ?? NaN, value ?? NaN);
  const shown = isTyped ? typed.text : (value ?? '');
  const problem = isWithin(value, { min, max })
    ? null
    : t(max === undefined ? 'form.wholeNumberFrom' : 'form.wholeNumber', { min, max });
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem]);
  const take = (text: string) => {
    const taken = wholeNumberOf(text);
    setTyped({ text, value: taken });
    onChange(taken);
  };
  return (
    <TextInput
      {...field}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      required={required}
      value={shown}
      error={problem ?? field.error}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined || field.readOnly) return;
        event.preventDefault();
        const next = (value ?? min - 1) + step;
        if (isWithin(next, { min, max })) take(String(next));
      }}
    />
  );
}
