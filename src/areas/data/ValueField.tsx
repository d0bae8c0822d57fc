/** A text or a date of a question, as it is stored. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayDate } from '../../../shared/dates/partialDate.ts';

interface ValueFieldProps {
  label: string;
  isDate: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A date is typed with or without its dashes. */
export function ValueField({ label, isDate, value, onChange }: ValueFieldProps) {
  const { t } = useTranslation('data');
  const [text, setText] = useState(isDate ? displayDate(value) : value);
  const asStored = (typed: string) => (isDate ? typed.replaceAll(/[-./\s]/g, '') : typed);
  const shown = asStored(text) === value ? text : isDate ? displayDate(value) : value;
  return (
    <TextInput
      size="sm"
      w={isDate ? 130 : 240}
      aria-label={label}
      placeholder={isDate ? t('datePlaceholder') : undefined}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(asStored(event.currentTarget.value));
      }}
    />
  );
}
