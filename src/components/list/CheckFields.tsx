/** Options of which some are chosen; of values that occur in the list also a text that they hold. */
import { useRef, useState } from 'react';
import { Checkbox, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { MAX_FILTER_TEXT } from '../../../shared/contract/menus.ts';
import { chosenOf, type FieldsProps, type FilterEntry, type FilterOption } from './filterEntries.ts';

/** More are found by a text. */
const MAX_SHOWN = 100;
const ASK_AFTER_MS = 200;

/** The entry of a text that is held, beside values that are met exactly. */
const isText = ({ valueCode }: FilterEntry): boolean => valueCode === '';

export function CheckFields({ found, find, onChange }: FieldsProps) {
  const { t } = useTranslation('lists');
  const { filterType } = found;
  const [options, setOptions] = useState(found);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(() => chosenOf(found));
  const occurring = filterType === 'LIKE_CHECK';
  const containsText = chosen.find(isText)?.valueCode2 ?? '';
  const codes = new Set(chosen.map(({ valueCode }) => valueCode));
  const offered = options.filters.filter((option) => !isText(option) && fits(option, search));
  const shown = offered.slice(0, MAX_SHOWN);
  const all = shown.length > 0 && shown.every(({ valueCode }) => codes.has(valueCode));

  const ask = (entries: FilterEntry[]) => {
    setChosen(entries);
    onChange(asksForAll(entries, found.more, found.filters) ? [] : entries);
  };
  const set = (some: readonly FilterEntry[], wanted: boolean) => {
    const replaced = new Set(some.map(({ valueCode }) => valueCode));
    const remaining = chosen.filter(({ valueCode }) => !replaced.has(valueCode));
    ask(wanted ? [...remaining, ...some.map(({ valueCode }) => ({ filterType, valueCode }))] : remaining);
  };
  const hold = (text: string) => {
    const others = chosen.filter((entry) => !isText(entry));
    ask(text.trim() ? [...others, { filterType, valueCode: '', valueCode2: text }] : others);
  };
  const lastQuery = useRef('');
  const findMore = useDebouncedCallback((text: string) => {
    lastQuery.current = text;
    find(text).then(
      (answer) => lastQuery.current === text && setOptions(answer),
      // The common handler reports the failure; the current options stay.
      () => {},
    );
  }, ASK_AFTER_MS);
  const look = (text: string) => {
    setSearch(text);
    // all there are came with the opening, or only the first of them
    if (found.more) findMore(text);
  };
  return (
    <>
      {occurring && (
        <TextInput
          label={t('text')}
          value={containsText}
          maxLength={MAX_FILTER_TEXT}
          data-autofocus
          onChange={({ currentTarget: { value } }) => hold(value)}
        />
      )}
      <TextInput
        aria-label={t('findOption')}
        placeholder={t('findOption')}
        value={search}
        maxLength={200}
        data-autofocus={!occurring || undefined}
        onChange={({ currentTarget: { value } }) => look(value)}
      />
      <Checkbox
        label={t('chooseAll')}
        checked={all}
        indeterminate={!all && shown.some(({ valueCode }) => codes.has(valueCode))}
        disabled={shown.length === 0}
        onChange={() => set(shown, !all)}
      />
      <ScrollArea.Autosize mah={260} type="auto">
        <Stack gap={6} role="group" aria-label={t('options')}>
          {shown.map((option) => (
            <Checkbox
              key={option.valueCode}
              label={option.valueLabel || option.valueCode}
              checked={codes.has(option.valueCode)}
              onChange={({ currentTarget: { checked } }) => set([option], checked)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Text size="xs" c="dimmed" role="status">
        {shown.length === 0 && t('noOption')}
        {(options.more || offered.length > shown.length) && t('moreOptions')}
      </Text>
    </>
  );
}

const fits = ({ valueLabel, valueCode }: FilterOption, search: string): boolean =>
  `${valueLabel} ${valueCode}`.toLowerCase().includes(search.trim().toLowerCase());

/** A check filter that takes everything there is filters nothing (specification 2 section 4). */
const asksForAll = (
  entries: readonly FilterEntry[],
  more: boolean,
  options: readonly FilterOption[],
): boolean =>
  !more &&
  !entries.some(isText) &&
  options.every(({ valueCode }) => entries.some((entry) => entry.valueCode === valueCode));
