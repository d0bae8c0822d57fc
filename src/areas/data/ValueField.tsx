/** A text or a date of a question, as it is stored. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDateEntry } from '../../../shared/dates/dateEntry.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import { userNow } from '../../clock/userClock.ts';

interface ValueFieldProps {
  label: string;
  isDate: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** As a date is typed in a field of a case; what is none stays as it was typed, which is a fault of the question. */
const dateOf = (typed: string): string => {
  const entry = parseDateEntry(typed, userNow());
  return entry.ok ? entry.value : typed;
};

export function ValueField({ label, isDate, value, onChange }: ValueFieldProps) {
  const { t } = useTranslation('data');
  /** as it was typed, and what it was taken for */
  const [typed, setTyped] = useState({ text: '', value: '' });
  const shown = typed.value === value ? typed.text : isDate ? displayDate(value) : value;
  return (
    <TextInput
      size="sm"
      w={isDate ? 130 : 240}
      aria-label={label}
      placeholder={isDate ? t('datePlaceholder') : undefined}
      value={shown}
      onChange={({ currentTarget: { value: text } }) => {
        const taken = isDate ? dateOf(text) : text;
        setTyped({ text, value: taken });
        onChange(taken);
      }}
    />
  );
}
