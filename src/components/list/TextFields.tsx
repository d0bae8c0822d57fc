/** A text that is held; where the filter offers it, any text at all. */
import { useState } from 'react';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ANY_VALUE, MAX_FILTER_TEXT } from '../../../shared/contract/menus.ts';
import { chosenOf, type FieldsProps } from './filterEntries.ts';

export function TextFields({ found, onChange }: FieldsProps) {
  const { t } = useTranslation('lists');
  const { filterType } = found;
  const [text, setText] = useState(() => chosenOf(found)[0]?.valueCode ?? '');
  const any = text === ANY_VALUE;
  const ask = (valueCode: string) => {
    setText(valueCode);
    onChange(valueCode.trim() ? [{ filterType, valueCode }] : []);
  };
  return (
    <>
      <TextInput
        label={t('text')}
        value={any ? '' : text}
        maxLength={MAX_FILTER_TEXT}
        disabled={any}
        data-autofocus
        onChange={({ currentTarget: { value } }) => ask(value)}
      />
      {filterType === 'LIKE_ALL' && (
        <Checkbox
          label={t('any')}
          checked={any}
          onChange={({ currentTarget: { checked } }) => ask(checked ? ANY_VALUE : '')}
        />
      )}
    </>
  );
}
